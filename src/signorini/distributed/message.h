#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "signorini/math/types.h"

namespace signorini::distributed {

/// Values one behind the other, to be sent: what `out` has put in, `in` takes out, in the same order.
class Message {
 public:
  std::vector<char> bytes;

  /// Calls `pass` for writing and for reading alike: `message.pass(value)`.
  explicit Message(bool writing) : writing_(writing) {}

  template <typename T>
  void pass(T& value) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      move(&value, sizeof(T));
    } else if constexpr (std::is_same_v<T, SparseMatrix>) {
      pass_matrix(value);
    } else {
      auto size = static_cast<long>(value.size());
      move(&size, sizeof(size));
      if (!writing_) value.resize(static_cast<std::size_t>(size));
      if (size > 0) move(value.data(), static_cast<std::size_t>(size) * sizeof(*value.data()));
    }
  }

 private:
  void move(void* data, std::size_t size) {
    if (writing_) {
      bytes.insert(bytes.end(), static_cast<const char*>(data), static_cast<const char*>(data) + size);
    } else {
      std::memcpy(data, bytes.data() + next_, size);
      next_ += size;
    }
  }
  void pass_matrix(SparseMatrix& A) {
    long shape[] = {A.rows(), A.cols(), A.nonZeros()};
    move(shape, sizeof(shape));
    if (!writing_) {
      A.resize(shape[0], shape[1]);
      A.resizeNonZeros(shape[2]);
    }
    move(A.outerIndexPtr(), sizeof(int) * static_cast<std::size_t>(shape[1] + 1));
    move(A.innerIndexPtr(), sizeof(int) * static_cast<std::size_t>(shape[2]));
    move(A.valuePtr(), sizeof(double) * static_cast<std::size_t>(shape[2]));
  }

  bool writing_;
  std::size_t next_ = 0;
};

}  // namespace signorini::distributed
