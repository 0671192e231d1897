#include "signorini/linalg/row_order.h"

#include <utility>

namespace signorini {

std::vector<int> order_rows_by_blocks(const std::vector<int>& first, const std::vector<int>& blocks, int block_count) {
  const int rows = static_cast<int>(first.size()) - 1;
  std::vector<std::vector<int>> rows_of(static_cast<std::size_t>(block_count));
  for (int row = 0; row < rows; ++row)
    for (int at = first[row]; at < first[row + 1]; ++at) {
      std::vector<int>& known = rows_of[blocks[at]];
      if (known.empty() || known.back() != row) known.push_back(row);
    }
  std::vector<int> found;
  const auto walk = [&](int from, std::vector<char>& seen_row, std::vector<char>& seen_block) {
    const std::size_t begin = found.size();
    found.push_back(from);
    seen_row[from] = 1;
    for (std::size_t k = begin; k < found.size(); ++k)
      for (int at = first[found[k]]; at < first[found[k] + 1]; ++at) {
        if (std::exchange(seen_block[blocks[at]], char{1}) != 0) continue;
        for (const int row : rows_of[blocks[at]])
          if (std::exchange(seen_row[row], char{1}) == 0) found.push_back(row);
      }
    return found.back();
  };
  std::vector<char> seen_row(static_cast<std::size_t>(rows), 0), seen_block(rows_of.size(), 0);
  std::vector<char> end_row = seen_row, end_block = seen_block;
  for (int row = 0; row < rows; ++row) {
    if (seen_row[row] != 0) continue;
    const std::size_t begin = found.size();
    const int end = walk(row, seen_row, seen_block);
    found.resize(begin);
    walk(end, end_row, end_block);
  }
  std::vector<int> place(static_cast<std::size_t>(rows));
  for (int k = 0; k < rows; ++k) place[found[k]] = rows - 1 - k;
  return place;
}

}  // namespace signorini
