import type { Signer } from '../src/modules/documents/public.ts'
import { makeDemoCertificate, signerFrom } from '../src/modules/documents/public.ts'

/** A signer whose root tests can trust; its certificate is in force around the tests' clocks. */
export async function testSigner(): Promise<{ signer: Signer; root: Uint8Array }> {
  const { root, signer, privateKey } = await makeDemoCertificate('示例医药有限公司', new Date('2026-01-01T00:00:00Z'))
  return { signer: signerFrom({ certificate: signer, chain: [root], privateKey, keyType: 'RSA', timestampUrl: '' }, true), root }
}
