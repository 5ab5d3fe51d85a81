import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { CertificateWire, DossierWire, PaperState, PaperWire } from '#contract/companies.ts'
import { certificateOf } from '#domain/review.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { memberApi } from '../../api/member-calls.ts'
import css from '../../parts/certificates/company.module.css'
import { daysText } from '../../parts/certificates/days.ts'
import { isJoining, useDeed } from '../../parts/certificates/dossier.ts'
import { PaperEditor } from '../../parts/certificates/PaperEditor.tsx'

const TONES: Readonly<Record<PaperState, StateTone>> = {
  none: 'closed',
  draft: 'wait',
  waiting: 'moving',
  rejected: 'bad',
  ok: 'ok',
  soon: 'wait',
  expired: 'bad',
  stopped: 'bad',
}

/** While a company joins a filled-in draft is ready; there is nothing to submit it by but the whole. */
const isReady = (paper: PaperWire, dossier: DossierWire): boolean =>
  paper.state === 'draft' && isJoining(dossier) && !dossier.missing.some(({ at }) => at === paper.kind)

function stateOf(paper: PaperWire, dossier: DossierWire): { tone: StateTone; text: string } {
  if (isReady(paper, dossier)) return { tone: 'ok', text: '已填写' }
  if (paper.state === 'draft' && isJoining(dossier)) return { tone: 'wait', text: '未填完' }
  return { tone: TONES[paper.state], text: paper.state_name }
}

export const endText = ({ expires_on, is_endless }: Pick<CertificateWire, 'expires_on' | 'is_endless'>): string =>
  expires_on ?? (is_endless === 1 ? '长期' : '未填写')

function Pages({ name, files }: { name: string; files: CertificateWire['files'] }) {
  if (files.length === 0) return null
  return (
    <ul className={css.pages}>
      {files.map((file, index) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noreferrer" aria-label={`查看${name}第 ${index + 1} 页（新窗口）`}>
            {file.preview_url ? <img src={file.preview_url} alt="" loading="lazy" /> : <Icon name="file" size={22} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Facts({ paper, version }: { paper: PaperWire; version: CertificateWire }) {
  const days = version === paper.in_force ? paper.days_left : null
  return (
    <dl className={css.facts}>
      <div>
        <dt>{paper.labels.number}</dt>
        <dd>{version.number || '未填写'}</dd>
      </div>
      {version.holder && (
        <div>
          <dt>{paper.labels.holder}</dt>
          <dd>{version.holder}</dd>
        </div>
      )}
      <div>
        <dt>有效期至</dt>
        <dd>
          {endText(version)}
          {days !== null && days <= 90 && <span className={days < 0 ? css.late : css.near}>{daysText(days)}</span>}
        </dd>
      </div>
      {version.scopes.length > 0 && (
        <div className={css.wide}>
          <dt>经营范围</dt>
          <dd>{version.scopes.map(({ name }) => name).join('、')}</dd>
        </div>
      )}
      {paper.class_options.length > 0 && (
        <div className={css.wide}>
          <dt>经营类别</dt>
          <dd>{version.drug_classes.map(({ name }) => name).join('、') || '未登记'}</dd>
        </div>
      )}
    </dl>
  )
}

/** One paper: what is in force, what is on its way, and what can be done about it. */
export function PaperCard({ paper, dossier }: { paper: PaperWire; dossier: DossierWire }) {
  const client = useApi()
  const { busy, run } = useDeed()
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const { open, in_force: inForce } = paper
  const { tone, text } = stateOf(paper, dossier)
  const mayEdit = dossier.can_edit === 1 && certificateOf(open?.status) !== 'waiting'
  const shown = inForce ?? open
  const withdraw = () => void run(() => client.ask(memberApi.certificateWithdraw, { params: { kind: paper.kind } }))
  const verb = open
    ? certificateOf(open.status) === 'rejected' || isReady(paper, dossier)
      ? '修改'
      : '继续填写'
    : inForce
      ? '更新'
      : '填写上传'
  return (
    <li className={css.card} id={`paper-${paper.kind}`}>
      <div className={css.cardHead}>
        <h3>{paper.name}</h3>
        {paper.must === 1 ? (
          <span className="chip">{paper.instead_of ? '任选其一' : '必须'}</span>
        ) : (
          <span className={css.quiet}>可选</span>
        )}
        <StateBadge tone={tone}>{text}</StateBadge>
        <span className={css.acts}>
          {mayEdit && open && !inForce && (
            <Button size="sm" kind="ghost" disabled={busy} onClick={() => setAsking(true)}>
              移除
            </Button>
          )}
          {mayEdit && (
            <Button
              size="sm"
              kind={
                paper.state === 'none' || paper.state === 'expired' || paper.state === 'rejected' || paper.state === 'soon'
                  ? 'soft'
                  : 'plain'
              }
              onClick={() => setEditing(true)}
              aria-label={`${verb}：${paper.name}`}
            >
              {verb}
            </Button>
          )}
        </span>
      </div>
      {!shown && <p className={css.quiet}>{paper.hint}</p>}
      {open !== null && certificateOf(open.status) === 'rejected' && (
        <p className="note note-bad">
          <Icon name="warn" />
          <span>
            {inForce ? '更新未通过' : '未通过'}：{open.reason}
          </span>
        </p>
      )}
      {shown && (
        <div className={css.cardBody}>
          <Facts paper={paper} version={shown} />
          <Pages name={paper.name} files={shown.files} />
        </div>
      )}
      {inForce && open && (
        <div className={css.next}>
          <Icon name={certificateOf(open.status) === 'waiting' ? 'clock' : 'edit'} />
          <span>
            {certificateOf(open.status) === 'waiting'
              ? `新证照审核中（有效期至 ${endText(open)}），${paper.state === 'expired' ? '通过后恢复采购' : '原证照照常有效'}`
              : certificateOf(open.status) === 'rejected'
                ? '修改后可重新提交'
                : '有一份未提交的更新'}
          </span>
          {dossier.can_edit === 1 && (
            <Button size="sm" kind="ghost" disabled={busy} onClick={() => setAsking(true)}>
              {certificateOf(open.status) === 'waiting' ? '撤回' : '放弃'}
            </Button>
          )}
        </div>
      )}
      {paper.history.length > 0 && (
        <details className={css.details}>
          <summary>
            <Icon name="right" size={14} />
            历史版本 {paper.history.length}
          </summary>
          <ul className={css.history}>
            {paper.history.map((version) => (
              <li key={version.id}>
                <Facts paper={paper} version={version} />
                <Pages name={`历史${paper.name}`} files={version.files} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {editing && <PaperEditor paper={paper} dossier={dossier} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        open={asking}
        title={certificateOf(open?.status) === 'waiting' ? '撤回审核' : `移除这份${paper.name}`}
        text={certificateOf(open?.status) === 'waiting' ? '撤回后可以修改并重新提交。' : '已填写的内容和上传的文件将被删除。'}
        confirm={certificateOf(open?.status) === 'waiting' ? '撤回' : '移除'}
        onConfirm={withdraw}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}
