#pragma once

#include <algorithm>
#include <cstddef>

#include "signorini/fem/elastic_body.h"
#include "signorini/fem/tet10.h"
#include "signorini/fem/tet4.h"

namespace signorini {

/// Elements that one thread works through at a stretch: large enough to hide the handing out, small enough to share.
constexpr int chunk_elements = 64;

template <typename Work>
void ElasticBody::for_elements(const Work& work) const {
  const int elements = mesh_.element_count();
  for (std::size_t c = 0; c + 1 < colours_.size(); ++c) {
    const auto part = [this, &work, elements, c](int k) {
      const int first = chunks_[colours_[c] + k] * chunk_elements;
      work(first, std::min(first + chunk_elements, elements));
    };
    const int parts = colours_[c + 1] - colours_[c];
    if (team_) {
      team_->run(parts, part);
    } else {
      for (int k = 0; k < parts; ++k) part(k);
    }
  }
}

template <typename Element, typename Work>
void ElasticBody::at_points(const Vector& x, int first, int last, const Work& work) const {
  using Gradients = Eigen::Matrix<double, 3, Element::nodes>;
  for (int k = first; k < last; ++k) {
    const int* nodes = mesh_.element(k);
    Gradients places;
    for (int a = 0; a < Element::nodes; ++a) places.col(a) = x.segment<3>(3 * nodes[a]);
    for (int point = 0; point < Element::points; ++point) {
      const std::size_t place = static_cast<std::size_t>(k) * Element::points + point;
      const Eigen::Map<const Gradients> gradients(gradients_.data() + place * 3 * Element::nodes);
      const Matrix3 F = places * gradients.transpose();
      work(k, point, F, gradients, weights_[place]);
    }
  }
}

template <typename Work>
void ElasticBody::at_all_points(const Vector& x, int first, int last, const Work& work) const {
  if (mesh_.nodes_per_element == Tet4::nodes)
    at_points<Tet4>(x, first, last, work);
  else
    at_points<Tet10>(x, first, last, work);
}

template <typename Element>
void ElasticBody::scatter(int element, const ElementBlocks<Element>& blocks, double* values) const {
  constexpr int nodes = Element::nodes;
  const int* numbers = mesh_.element(element);
  const int* places = places_.data() + static_cast<std::size_t>(element) * nodes * nodes;
  const Matrix3* block = blocks.data();
  for (int b = 0; b < nodes; ++b)
    for (int a = 0; a <= b; ++a, ++block) {
      double* place = values + places[a * nodes + b];
      for (int j = 0; j < 3; ++j, place += strides_[numbers[b]])
        for (int i = 0; i < 3; ++i) place[i] += (*block)(i, j);
      if (a == b) continue;
      place = values + places[b * nodes + a];
      for (int j = 0; j < 3; ++j, place += strides_[numbers[a]])
        for (int i = 0; i < 3; ++i) place[i] += (*block)(j, i);
    }
}

}  // namespace signorini
