#pragma once

/// A library hides what no public header declares. The namespace of a public header opens with SIGNORINI_PUBLIC,
///
///     namespace SIGNORINI_PUBLIC signorini {
///
/// and everything declared in it leaves the shared library; SIGNORINI_PRIVATE keeps a part of it inside.
#define SIGNORINI_PUBLIC [[gnu::visibility("default")]]
#define SIGNORINI_PRIVATE [[gnu::visibility("hidden")]]
