import type { FilePurpose } from '#contract/files.ts'
import type { Answer, Shop } from './harness.ts'

export interface UploadOptions {
  purpose?: FilePurpose | string | null
  name?: string
  /** What the sender says that it is; the shop does not believe it. */
  type?: string
  /** Staff send theirs to a call of their own. */
  path?: '/api/file' | '/api/staff/file'
}

/** A file as a browser's form sends it. */
export async function upload(shop: Shop, cookie: string, content: Buffer, options: UploadOptions = {}): Promise<Answer> {
  const { purpose = 'certificate', name = '营业执照.jpg', type = 'image/jpeg', path = '/api/file' } = options
  const boundary = 'shop-test-boundary'
  const field = purpose === null ? '' : `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n`
  const head = `${field}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return shop.ask('POST', path, { cookie, body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
}
