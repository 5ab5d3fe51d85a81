import type { Signer } from '../src/modules/papers/documents/public.ts'
import { issueDemo, makeDemoCertificate, signerFrom } from '../src/modules/papers/documents/public.ts'

/** A signer whose root tests can trust; its certificate is in force around the tests' clocks, or for three years from a day. */
export async function testSigner(
  timestampUrl = '',
  from = new Date('2026-01-01T00:00:00Z'),
): Promise<{ signer: Signer; root: Uint8Array }> {
  const { root, rootKey, signer, privateKey } = await makeDemoCertificate('示例医药有限公司', from)
  const own = signerFrom({ certificate: signer, chain: [root], privateKey, keyType: 'RSA', timestampUrl }, true)
  const issueFor = async ({ name }: { name: string }, now: Date) => {
    const issued = await issueDemo({ root, rootKey }, name, now)
    return signerFrom({ certificate: issued.certificate, chain: [root], privateKey: issued.privateKey, keyType: 'EC', timestampUrl }, true)
  }
  return { signer: { ...own, issueFor }, root }
}
