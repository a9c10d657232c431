import { cpSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'

// Unpacks the Chromium from the npm packages into the folder TMPDIR, together with its libraries and one font.
const folder = tmpdir()
const archives = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))
for (const name of ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br'])
  await inflate(path.join(archives, name))

const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo')))
for (const style of ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'])
  cpSync(path.join(fonts, style, `Arimo_${style}.ttf`), path.join(folder, 'fonts', `${style}.ttf`))

// Arimo replaces Arial here, because its letters have the same widths. The page asks for Arial by its full name, and
// fontconfig has no alias for such a name.
writeFileSync(
  path.join(folder, 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="scan">
    <test name="fullname"><string>Arimo Regular</string></test>
    <edit name="fullname" mode="assign"><string>Arial</string></edit>
  </match>
</fontconfig>
`,
)

// Only Chromium may load these libraries, because they would break other programs.
writeFileSync(
  path.join(folder, 'run'),
  `#!/bin/sh
folder=$(dirname "$0")
export LD_LIBRARY_PATH="$folder/al2023/lib" FONTCONFIG_FILE="$folder/fonts.conf" XDG_CACHE_HOME="$folder/cache"
exec "$folder/chromium" "$@"
`,
  { mode: 0o755 },
)
