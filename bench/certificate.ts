import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PASSWORD = 'bench'

/** A certificate for the bench's supplier below a root of its own, as PKCS#12; what the shop is told of it. Needs openssl. */
export async function makeCertificate(folder: string, company: string): Promise<{ SIGNING_P12: string; SIGNING_P12_PASSWORD: string }> {
  const openssl = (...words: string[]) => promisify(execFile)('openssl', words, { cwd: folder })
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-utf8']
  await writeFile(join(folder, 'signer.ext'), 'basicConstraints=CA:FALSE\nkeyUsage=digitalSignature,nonRepudiation\n')
  await openssl(...request, '-x509', '-days', '30', '-subj', '/CN=Bench Root', '-keyout', 'root.key', '-out', 'root.pem')
  await openssl(...request, '-subj', `/CN=${company}`, '-keyout', 'signer.key', '-out', 'signer.csr')
  const issuer = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial']
  await openssl('x509', '-req', '-in', 'signer.csr', ...issuer, '-days', '30', '-extfile', 'signer.ext', '-out', 'signer.pem')
  const packed = ['-inkey', 'signer.key', '-in', 'signer.pem', '-certfile', 'root.pem', '-passout', `pass:${PASSWORD}`]
  await openssl('pkcs12', '-export', ...packed, '-out', 'signer.p12')
  return { SIGNING_P12: join(folder, 'signer.p12'), SIGNING_P12_PASSWORD: PASSWORD }
}
