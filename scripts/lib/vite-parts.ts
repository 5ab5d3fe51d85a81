import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** What the builds of both sites share. */

/** Lays .br and .gz beside every script and style, so that the server compresses none of them. */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Not closeBundle: that is called after a failure, too, and would hide its reason.
    async writeBundle() {
      const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
      for (const name of files) {
        const content = await readFile(join(folder, name))
        await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
      }
    },
  }
}

const MEDIA = fileURLToPath(new URL('../../packages/ui/src/media.css', import.meta.url))
const namedMedia = () =>
  new Map(
    [...readFileSync(MEDIA, 'utf8').matchAll(/@custom-media (--[\w-]+) (\([^)]+\))/g)].map(([, name = '', means = '']) => [name, means]),
  )

/** What browsers do not know yet: @media (--phone). A name that media.css does not have breaks the build. */
export const customMedia = () => ({
  postcssPlugin: 'custom-media',
  AtRule: {
    media(rule: { params: string }) {
      if (!rule.params.includes('--')) return
      const known = namedMedia()
      rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
        const means = known.get(name)
        if (means === undefined) throw new Error(`no media is called ${name}`)
        return means
      })
    },
  },
})

const styleFiles = new Map<string, string>()

/** File and name: one of a kind without a hash, which nothing could compress. Two files of one name would mix their styles. */
export function scopedName(local: string, path: string): string {
  const file = basename(path).replace(/\..*$/, '')
  const known = styleFiles.get(file) ?? path
  if (known !== path) throw new Error(`two style files are called ${file}: ${known} and ${path}`)
  styleFiles.set(file, path)
  return `${file}_${local}`
}
