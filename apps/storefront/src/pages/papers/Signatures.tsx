import { Link, useRevalidator } from 'react-router'
import type { SignatureWire } from '#contract/documents.ts'
import { CopyText } from '#ui/CopyText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './contract.module.css'

const TONES: Readonly<Record<SignatureWire['state'], StateTone>> = { valid: 'ok', soon: 'wait', expired: 'bad', replaced: 'closed' }

/** What was signed, by whom, until when; each with its paper and the hash that proves it. */
export function Signatures({ signatures }: { signatures: readonly SignatureWire[] }) {
  return (
    <ul className={css.signatures}>
      {signatures.map((one) => (
        <li key={one.id} aria-label={`合同 ${one.no}`}>
          <header>
            <b>
              {one.title}（第 {one.version} 版）
            </b>
            <StateBadge tone={TONES[one.state]}>{one.state_name}</StateBadge>
          </header>
          <Facts
            two
            whole={['校验值']}
            facts={[
              ['合同编号', one.no],
              ['有效期', `${one.valid_from} 至 ${one.valid_until}`],
              ['签署', `${one.signer_name}（${one.signer_title}），${beijingTime(one.signed_at)}`],
              [
                '校验值',
                <span key="hash" className={css.hash}>
                  <code>{one.sha256}</code>
                  <CopyText text={one.sha256} what="校验值" />
                </span>,
              ],
            ]}
          />
          <Paper signature={one} />
        </li>
      ))}
    </ul>
  )
}

/** The agreement itself; it is made a moment after the signing. */
function Paper({ signature: { file, document } }: { signature: SignatureWire }) {
  const { revalidate, state } = useRevalidator()
  if (document !== null && document.file_url === '') {
    return (
      <p className="muted">
        {document.state === 'failed' ? '协议文件没有制作成功，客服会处理；签署已经有效。' : '协议文件正在制作，约需几秒。'}
        <button type="button" className="link" disabled={state !== 'idle'} onClick={() => void revalidate()}>
          刷新
        </button>
      </p>
    )
  }
  const link = document === null ? file && { url: file.url, name: file.name } : { url: document.file_url, name: `${document.title}.pdf` }
  return (
    <div className={css.paper}>
      {link && (
        <a className="btn btn-sm" href={link.url} download={link.name}>
          <Icon name="file" size={14} />
          下载合同
        </a>
      )}
      {document !== null && (
        <Link className="link" to={document.verify_url}>
          核验
        </Link>
      )}
    </div>
  )
}
