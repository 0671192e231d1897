#pragma once

namespace signorini::bench {

/// What exact friction costs beside the convex law: balls that fall into a box and settle, to the same tolerance.
void compare_laws_on_balls(int spheres);

}  // namespace signorini::bench
