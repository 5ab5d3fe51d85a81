import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Draws the icons of the installed shop from favicon.svg into the storefront's public folder: npm run icons */
const folder = fileURLToPath(new URL('../apps/storefront/public/', import.meta.url))
const drawing = await readFile(`${folder}favicon.svg`, 'utf8')

/** The same drawing to the very edge: systems cut their own shape out of it, and leave the middle four fifths. */
const toTheEdge = drawing
  .replace('viewBox="0 0 40 40"', 'viewBox="-4 -4 48 48"')
  .replace('<rect width="40" height="40" rx="10"', '<rect x="-4" y="-4" width="48" height="48"')

async function draw(name: string, svg: string, size: number): Promise<void> {
  const png = await sharp(Buffer.from(svg), { density: 1_200 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer()
  await writeFile(`${folder}${name}`, png)
}

await draw('icon-192.png', drawing, 192)
await draw('icon-512.png', drawing, 512)
await draw('icon-maskable-512.png', toTheEdge, 512)
await draw('apple-touch-icon.png', toTheEdge, 180)
