#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace signorini::cli {

/// How a run is drawn off screen.
struct PictureSettings {
  int width = 1280, height = 720;
  double frames_per_second = 30;  ///< of a video
  double speed = 1;               ///< seconds of the run in a second of the video
  std::string look;  ///< options as they stand in the address of the page: "theme=dark&contacts.arrows=true"
};

/// A run drawn by Chromium, which has to be installed. All throw InputError.

/// One picture of each frame (of every so many-th): frame_00000.png and so on. Returns how many.
std::size_t write_pictures(const std::string& run, const std::string& folder, std::size_t every,
                           const PictureSettings& settings);
/// A video (WebM). Returns its length in seconds.
double write_video(const std::string& run, const std::string& file, const PictureSettings& settings);
/// One picture at a time of the run, s; without one in the middle. JPEG or PNG by the name of the file.
void write_picture(const std::string& run, const std::string& file, std::optional<double> time,
                   const PictureSettings& settings);
/// JPEG files of some moments, as shares of the run's duration.
std::vector<std::string> pictures_of(const std::string& run, const std::vector<double>& moments,
                                     const PictureSettings& settings);

}  // namespace signorini::cli
