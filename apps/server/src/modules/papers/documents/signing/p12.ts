import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { P12Signer } from '@libpdf/core'
import { folded } from '#domain/folding.ts'
import { leadsToRoot } from '../checking.ts'
import { commonName, type Signer, signerFrom } from './certificate.ts'

/** A sentence for the person who starts the shop. */
export class CertificateFault extends Error {}

const fault = (message: string): CertificateFault => new CertificateFault(`签章证书 SIGNING_P12：${message}`)

/** The library tells a wrong password and a broken file apart only at times; OpenSSL always does. */
function isWrongPassword(pfx: Buffer, passphrase: string): boolean {
  try {
    createSecureContext({ pfx, passphrase })
    return false
  } catch (error) {
    return error instanceof Error && /mac verify failure/i.test(error.message)
  }
}

async function open(path: string, password: string): Promise<P12Signer> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    throw fault(`读不到文件 ${path}（${(error as NodeJS.ErrnoException).code ?? '未知原因'}）`)
  }
  try {
    return await P12Signer.create(bytes, password)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (isWrongPassword(bytes, password)) throw fault('密码不对，请检查 SIGNING_P12_PASSWORD')
    if (/No private key/.test(said)) throw fault('文件里没有私钥')
    if (/Unsupported key/.test(said)) throw fault('只支持 RSA 和 ECDSA 密钥；国密 SM2 请经签章平台')
    throw fault('不是完整的 PKCS#12（.p12、.pfx）文件')
  }
}

/** A digital signature and non-repudiation, or no restriction at all; a web server's certificate signs no papers. */
function refuseWrongUse(certificate: X509Certificate): void {
  if (certificate.ca) throw fault('这是签发证书用的 CA 证书，不能用来签单据')
  const uses = certificate.keyUsage ?? []
  const [server, ...others] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']
  if (uses.includes(server as string) && uses.every((use) => use === server || others.includes(use)))
    throw fault('这是网站（HTTPS）证书，不能用来签单据')
}

/** 企业名称 as a certificate has it: its common name or its organisation, brackets and blanks of either width. */
const tidy = (name: string): string => folded(name).replace(/\s/g, '')
const isOf = (certificate: X509Certificate, company: string): boolean => {
  const names = certificate.subject.split(/\n| \+ /).flatMap((part) => (/^(?:CN|O)=(.*)$/.exec(part)?.[1] ?? []) as string[])
  return names.some((name) => tidy(name) === tidy(company))
}

/**
 * The certificate of a real shop, looked at from all sides before anything is signed with it. Throws CertificateFault. company:
 * the supplier's name as the papers have it; '': not written yet. An expired one is answered as it is: see standingOf.
 */
export async function readP12(path: string, password: string, company: string, timestampUrl: string): Promise<Signer> {
  const opened = await open(path, password)
  // Not among the types: the file's key, which the platform's own signing is ten times quicker with.
  const { privateKey: inFile } = opened as unknown as { privateKey: webcrypto.CryptoKey }
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', inFile))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const all = [opened.certificate, ...opened.certificateChain].map((der) => new X509Certificate(der))
  const own = all.find((one) => one.checkPrivateKey(key))
  if (!own) throw fault('文件里的证书与私钥不是一对')
  refuseWrongUse(own)
  if (company !== '' && !isOf(own, company))
    throw fault(`证书主体是“${commonName(own.subject)}”，与设置里的供方名称“${company}”不一致：单据会以别人的名义签出`)
  const others = all.filter((one) => one !== own)
  // Readers build the chain from what comes with the signature: without it every paper is of an unknown signer.
  const roots = others.filter((one) => one.checkIssued(one) && one.verify(one.publicKey))
  const selfMade = own.checkIssued(own) && own.verify(own.publicKey)
  if (!selfMade && !others.some((one) => own.checkIssued(one) && own.verify(one.publicKey)))
    throw fault('缺少签发者的证书：请导出包含完整证书链的 .p12')
  if (roots.length > 0 && !leadsToRoot(own, others, roots, own.validFromDate) && !leadsToRoot(own, others, roots, own.validToDate))
    throw fault('证书链连不到其中的根证书')
  const details = key.asymmetricKeyDetails
  if (key.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) < 2048) throw fault('RSA 密钥不足 2048 位')
  return signerFrom(
    {
      certificate: own.raw,
      chain: others.map((one) => one.raw),
      privateKey: key.export({ format: 'pem', type: 'pkcs8' }) as string,
      keyType: key.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC',
      timestampUrl,
    },
    false,
  )
}
