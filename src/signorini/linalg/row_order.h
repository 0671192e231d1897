#pragma once

#include <vector>

namespace signorini {

/// Reverse Cuthill-McKee for rows that act on blocks, as the rows of joints do on bodies: from one end of each
/// mechanism to the other, so that Hᵀ M⁻¹ H is narrow. Row k acts on blocks[first[k]] to blocks[first[k + 1] - 1].
/// Returns the new place of each row.
std::vector<int> order_rows_by_blocks(const std::vector<int>& first, const std::vector<int>& blocks, int block_count);

}  // namespace signorini
