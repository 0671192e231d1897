#include "signorini/base/short_line.h"

#include <algorithm>
#include <cctype>

namespace signorini {
namespace {

bool inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }  // of UTF-8

}  // namespace

std::string one_short_line(std::string_view text, std::size_t bytes) {
  constexpr std::string_view gap = " ... ";
  std::string line(text);
  if (line.size() > bytes) {
    // Messages begin with the file and end with the complaint; what is long is between them.
    std::size_t head = (bytes - gap.size()) / 2, tail = line.size() - (bytes - gap.size() - head);
    while (head > 0 && inside_character(line[head])) --head;
    while (tail < line.size() && inside_character(line[tail])) ++tail;
    line = line.substr(0, head).append(gap).append(line, tail);
  }
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  return line;
}

}  // namespace signorini
