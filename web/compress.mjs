/** Writes each built file also as brotli and gzip, so that the server that it is packaged for never compresses. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const BUILT = fileURLToPath(new URL('dist', import.meta.url))

for (const file of await readdir(BUILT, { recursive: true })) {
  if (/\.(js|css|svg|json)$/.test(file)) await compress(`${BUILT}/${file}`)
}

async function compress(file) {
  const content = await readFile(file)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, gzipped)
}
