# SPDX-License-Identifier: GPL-3.0-or-later
class Zermelo < Formula
  desc "Exact solver of chess-like games"
  url "file://#{File.expand_path("zermelo-@VERSION@.tar.gz", __dir__)}"
  sha256 "@SHA256@"
  license "GPL-3.0-or-later"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "fmt"
  depends_on "libmicrohttpd"
  depends_on "libyaml"
  depends_on "tbb"
  depends_on "tl-expected"
  depends_on "xxhash"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    output = pipe_output("#{bin}/zermelo judge simplified", "1\n1 1 6\nQ A 1\nQ D 3\n", 0)
    assert_equal "YES\n", output
  end
end
