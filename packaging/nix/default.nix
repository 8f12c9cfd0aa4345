# SPDX-License-Identifier: GPL-3.0-or-later
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation rec {
  pname = "zermelo";
  version = "@VERSION@";

  src = pkgs.requireFile {
    name = "zermelo-${version}.tar.gz";
    sha256 = "@SHA256@";
    message = "nix-store --add-fixed sha256 zermelo-${version}.tar.gz puts the archive where this looks for it";
  };

  nativeBuildInputs = with pkgs; [ cmake ninja pkg-config python3 ];
  buildInputs = with pkgs; [ cli11 fmt libmicrohttpd libyaml tbb_2021_11 tl-expected xxHash zstd ];

  doInstallCheck = true;
  installCheckPhase = ''
    printf '1\n1 1 6\nQ A 1\nQ D 3\n' | $out/bin/zermelo judge simplified | grep -qx YES
  '';

  meta = with pkgs.lib; {
    description = "Exact solver of chess-like games";
    license = licenses.gpl3Plus;
    platforms = platforms.linux;
    mainProgram = "zermelo";
  };
}
