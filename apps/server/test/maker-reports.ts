import PDFDocument from 'pdfkit'
import { signPdf } from '../src/modules/papers/documents/signing/signing.ts'
import type { Answer, Shop } from './harness.ts'
import { testSigner } from './signer.ts'

/** Reports as makers send them, and their upload by staff. */

let serial = 0

/** A scan without a signature; each is another file. pages: their sizes and how they are turned. */
export async function scanOf(text: string, pages: readonly { size?: [number, number]; turned?: number }[] = [{}]): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, info: { Title: `scan ${++serial}` } })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
  pages.forEach(({ size = [595.28, 841.89], turned = 0 }, at) => {
    doc.addPage({ size, margin: 40 })
    doc.rect(10, 10, size[0] - 20, size[1] - 20).stroke()
    doc.fontSize(24).text(`INSPECTION REPORT ${text} ${at + 1}`, 40, 60)
    doc.text('LAST LINE', 40, size[1] - 80)
    // Not among the types.
    if (turned) (doc.page as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data.Rotate = turned
  })
  doc.end()
  return done
}

/** A report with the maker's own signature. */
export async function signedReport(text: string): Promise<Buffer> {
  const { signer } = await testSigner()
  const { bytes } = await signPdf(new Uint8Array(await scanOf(text)), {
    key: signer.key,
    reason: 'report',
    field: 'Maker',
    at: new Date('2026-11-01T00:00:00Z'),
  })
  return Buffer.from(bytes)
}

export interface Sent {
  name: string
  content: Buffer
}

/** POST /api/staff/report/upload as a browser's form sends it. */
export async function uploadReports(shop: Shop, cookie: string, files: readonly Sent[]): Promise<Answer> {
  const boundary = 'shop-test-boundary'
  const parts = files.flatMap(({ name, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return shop.ask('POST', '/api/staff/report/upload', {
    cookie,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}
