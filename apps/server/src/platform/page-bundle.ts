import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConsoleBundle } from './console-pages.ts'

/** What the storefront's server bundle exports (apps/storefront/src/entry.server.tsx). */
export interface RenderRequest {
  url: string
  signal: AbortSignal
  /** ms */
  now: number
  get: (url: string) => Promise<{ status: number; body: unknown }>
}
export interface RenderedPage {
  kind: 'page'
  status: number
  title: string
  html: string
  /** JSON, safe inside a script element */
  state: string
  /** Source file of the page, the manifest's key. */
  file: string | null
  /** A fault of the program that a loader ran into; the page shows only that something failed. */
  problem: unknown
}
export type Rendered = { kind: 'redirect'; status: number; location: string } | RenderedPage

export interface PageAssets {
  entry: string
  styles: readonly string[]
  /** Scripts that the page needs at once, the entry's first. */
  preloads: readonly string[]
}

export interface PageBundle {
  render: (request: RenderRequest) => Promise<Rendered>
  assetsOf: (file: string | null) => PageAssets
  assetsDir: string
  /** Files of the site's root by name: favicon.svg, robots.txt… */
  rootFiles: ReadonlyMap<string, Buffer>
}

/** Renders the buyers' pages, and has the operators'. */
export interface PageRenderer {
  bundle: PageBundle
  console: ConsoleBundle
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>

const ENTRY = 'src/entry.client.tsx'
/** Routes that the entry fetches only when one of their pages is asked for. */
const MORE_ROUTES = 'src/more-routes.tsx'
const ROOT_FILES = [
  'apple-touch-icon.png',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'offline.html',
  'robots.txt',
  'site.webmanifest',
  'sw.js',
] as const

/** Scripts and styles of some chunks with everything that they import statically, each once, importers first. */
export function collectAssets(manifest: Manifest, keys: readonly string[]): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const walk = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const one of chunk.imports ?? []) walk(one)
    // Styles of what is imported come first, so that the importer's own win.
    for (const one of chunk.css ?? []) styles.add(one)
  }
  for (const key of keys) walk(key)
  return { scripts: [...scripts], styles: [...styles] }
}

/** What must be there before a page is alive; null = no page of its own, as when it failed. */
export function keysOfPage(manifest: Manifest, file: string | null): string[] {
  if (file === null) return [ENTRY]
  return manifest[MORE_ROUTES]?.dynamicImports?.includes(file) ? [ENTRY, MORE_ROUTES, file] : [ENTRY, file]
}

export async function readPageBundle(dist: string): Promise<PageBundle> {
  const client = join(dist, 'client')
  const server = join(dist, 'server', 'entry.server.js')
  let manifest: Manifest
  try {
    manifest = JSON.parse(await readFile(join(client, '.vite', 'manifest.json'), 'utf8')) as Manifest
  } catch {
    throw new Error('The pages are not built: run npm run build first.')
  }
  const { render } = (await import(pathToFileURL(server).href)) as Pick<PageBundle, 'render'>
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The manifest of the pages does not name ${ENTRY}.`)
  const known = new Map<string | null, PageAssets>()
  const rootFiles = new Map<string, Buffer>()
  for (const name of ROOT_FILES) rootFiles.set(name, await readFile(join(client, name)))
  return {
    render,
    rootFiles,
    assetsDir: join(client, 'assets'),
    assetsOf(file) {
      const found = known.get(file)
      if (found) return found
      const { scripts, styles } = collectAssets(manifest, keysOfPage(manifest, file))
      const assets = { entry: entry.file, styles, preloads: scripts.filter((one) => one !== entry.file) }
      known.set(file, assets)
      return assets
    },
  }
}
