import type { SignatureWire } from '#contract/documents.ts'
import { CopyText } from '../../parts/CopyText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { StateBadge, type StateTone } from '../../parts/StateBadge.tsx'
import { beijingTime } from '../order/times.ts'
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
          <dl>
            <div>
              <dt>合同编号</dt>
              <dd>{one.no}</dd>
            </div>
            <div>
              <dt>有效期</dt>
              <dd>
                {one.valid_from} 至 {one.valid_until}
              </dd>
            </div>
            <div>
              <dt>签署</dt>
              <dd>
                {one.signer_name}（{one.signer_title}），{beijingTime(one.signed_at)}
              </dd>
            </div>
            <div>
              <dt>校验值</dt>
              <dd className={css.hash}>
                <code>{one.sha256}</code>
                <CopyText text={one.sha256} what="校验值" />
              </dd>
            </div>
          </dl>
          {one.file && (
            <a className="btn btn-sm" href={one.file.url} download={one.file.name}>
              <Icon name="file" size={14} />
              下载合同
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
