import { createHash, webcrypto, X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import { type Certificate, ContentInfo, CryptoEngine, SignedData, TSTInfo } from 'pkijs'
import { commonName } from './signing/certificate.ts'
import { type Range, rangesOf } from './signing/signature-places.ts'

/**
 * Our own look at a signed PDF, apart from the library that signs: which bytes each signature covers, whether its CMS is right,
 * whether its certificate leads to a root that is trusted here, whether its time stamp belongs to it.
 */

const engine = new CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto })
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
const CHAIN_MOST = 6

export interface StampCheck {
  at: Date
  authority: string
  /** It was made of this very signature, and its own signature is right. */
  fits: boolean
  trusted: boolean
}

export interface SignatureCheck {
  subject: string
  /** What the signer says; a time stamp says it for others. */
  signedAt: Date | null
  /** The bytes are those that were signed, by the key of this certificate. */
  valid: boolean
  /** All of the file but the signature itself; false for the first of two. */
  coversAll: boolean
  /** The certificate leads to one of the roots, each link in force when it was signed. */
  trusted: boolean
  stamp: StampCheck | null
  /** What is wrong, for a person; empty: nothing. */
  faults: string[]
}

const bytesOf = (buffer: ArrayBuffer | Uint8Array): Uint8Array => new Uint8Array(buffer)
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer as ArrayBuffer

function signedDataOf(der: Uint8Array): SignedData {
  // Behind the signature its room is filled with zeros, which are none of it.
  const parsed = fromBER(bufferOf(der))
  if (parsed.offset === -1) throw new RangeError('签名内容无法解析')
  const content = new ContentInfo({ schema: parsed.result })
  if (content.contentType !== SIGNED_DATA) throw new RangeError('签名不是 CMS SignedData')
  return new SignedData({ schema: content.content })
}

const certificatesOf = (data: SignedData): X509Certificate[] =>
  (data.certificates ?? []).flatMap((one) =>
    'serialNumber' in one ? [new X509Certificate(bytesOf((one as Certificate).toSchema().toBER(false)))] : [],
  )

const inForce = (one: X509Certificate, at: Date): boolean => one.validFromDate <= at && at <= one.validToDate

/** Whether a certificate leads to a root, by others that came with it; each issuer may sign certificates and is in force. */
export function leadsToRoot(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  let current = leaf
  for (let step = 0; step < CHAIN_MOST; step++) {
    if (!inForce(current, at)) return false
    const own = current
    if (roots.some((root) => root.fingerprint256 === own.fingerprint256)) return true
    const issues = (issuer: X509Certificate) => issuer.ca && own.checkIssued(issuer) && own.verify(issuer.publicKey)
    const root = roots.find(issues)
    if (root) return inForce(root, at)
    const next = others.find((issuer) => issuer.fingerprint256 !== own.fingerprint256 && issues(issuer))
    if (!next) return false
    current = next
  }
  return false
}

/** The signer's certificate among those that came with the signature, by the issuer and serial that the signature names. */
function signerOf(data: SignedData): X509Certificate {
  const sid = data.signerInfos[0]?.sid as { serialNumber?: { valueBlock: { valueHexView: Uint8Array } } }
  const serial = BigInt(`0x${Buffer.from(sid?.serialNumber?.valueBlock.valueHexView ?? new Uint8Array([0])).toString('hex') || '0'}`)
  const found = certificatesOf(data).find((one) => BigInt(`0x${one.serialNumber}`) === serial)
  if (!found) throw new RangeError('签名里没有签名人的证书')
  return found
}

async function isRight(data: SignedData, covered: Uint8Array): Promise<boolean> {
  try {
    return await data.verify({ signer: 0, data: bufferOf(covered), checkChain: false }, engine)
  } catch {
    return false
  }
}

const nameOf = (certificate: X509Certificate): string => commonName(certificate.subject)
const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** A token of an RFC 3161 authority over these bytes. */
export async function checkStamp(token: Uint8Array, covered: Uint8Array, roots: readonly X509Certificate[]): Promise<StampCheck> {
  const data = signedDataOf(token)
  const inner = data.encapContentInfo
  if (inner.eContentType !== TST_INFO || !inner.eContent) throw new RangeError('不是 RFC 3161 时间戳')
  const whole = bytesOf(inner.eContent.getValue())
  const info = new TSTInfo({ schema: fromBER(bufferOf(whole)).result })
  const algorithm = info.messageImprint.hashAlgorithm.algorithmId === '2.16.840.1.101.3.4.2.1' ? 'sha256' : null
  const imprint = new Uint8Array(info.messageImprint.hashedMessage.valueBlock.valueHexView)
  const ofThese = algorithm !== null && sameBytes(imprint, createHash(algorithm).update(covered).digest())
  const leaf = signerOf(data)
  return {
    at: info.genTime,
    authority: nameOf(leaf),
    fits: ofThese && (await isRight(data, covered)),
    trusted: leadsToRoot(leaf, certificatesOf(data), roots, info.genTime),
  }
}

async function checkOne(file: Uint8Array, range: Range, roots: readonly X509Certificate[]): Promise<SignatureCheck> {
  const covered = Buffer.concat(range.spans.map(([from, until]) => file.subarray(from, until)))
  const data = signedDataOf(range.cms)
  const leaf = signerOf(data)
  const info = data.signerInfos[0]
  const time = info?.signedAttrs?.attributes.find((one) => one.type === SIGNING_TIME)?.values[0] as { toDate?: () => Date } | undefined
  const signedAt = time?.toDate?.() ?? null
  const token = info?.unsignedAttrs?.attributes.find((one) => one.type === TIME_STAMP)?.values[0]
  const stamp = token && info ? await checkStamp(bytesOf(token.toBER(false)), info.signature.valueBlock.valueHexView, roots) : null
  const valid = await isRight(data, covered)
  const coversAll = range.spans[1]?.[1] === file.length
  // A stamp that fits says when; otherwise the signer's own word.
  const at = stamp?.fits ? stamp.at : (signedAt ?? new Date(0))
  const trusted = leadsToRoot(leaf, certificatesOf(data), roots, at)
  const faults = [
    ...(valid ? [] : ['内容与签名不符：文件被改动过']),
    ...(trusted ? [] : ['证书不能连到受信任的根证书，或签名时不在有效期内']),
    ...(stamp && !stamp.fits ? ['时间戳不属于这个签名'] : []),
    ...(stamp?.fits && !stamp.trusted ? ['时间戳机构的证书不能连到受信任的根证书'] : []),
  ]
  return { subject: nameOf(leaf), signedAt, valid, coversAll, trusted, stamp, faults }
}

export interface PaperCheck {
  signatures: SignatureCheck[]
  /** Signed, every signature right and trusted, the last one of the whole file. */
  good: boolean
  faults: string[]
}

/** roots: DER or PEM of those who are trusted here. */
export async function checkPaper(file: Uint8Array, roots: readonly (Uint8Array | string)[]): Promise<PaperCheck> {
  const trusted = roots.map((one) => new X509Certificate(one as Buffer))
  try {
    const ranges = rangesOf(file)
    if (ranges.length === 0) return { signatures: [], good: false, faults: ['文件没有电子签名'] }
    const signatures: SignatureCheck[] = []
    for (const range of ranges) signatures.push(await checkOne(file, range, trusted))
    const faults = signatures.flatMap((one, at) => one.faults.map((fault) => `第 ${at + 1} 个签名：${fault}`))
    if (!signatures.at(-1)?.coversAll) faults.push('最后一个签名之后文件又被添加了内容')
    return { signatures, good: faults.length === 0, faults }
  } catch (error) {
    if (error instanceof RangeError) return { signatures: [], good: false, faults: [error.message] }
    throw error
  }
}
