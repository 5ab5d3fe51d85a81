import { useState } from 'react'
import type { DossierWire, PaperState, PaperWire } from '#contract/companies.ts'
import { certificateOf } from '#domain/review.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { memberPaths } from '../../member-paths.ts'
import company from '../../parts/certificates/company.module.css'
import { daysText } from '../../parts/certificates/days.ts'
import { useDossier } from '../../parts/certificates/dossier.ts'
import { PaperEditor } from '../../parts/certificates/PaperEditor.tsx'
import { ReviewNote } from '../../parts/certificates/ReviewNote.tsx'
import { useSaveFile } from '../../parts/useSaveFile.ts'
import { BulkUpload } from './BulkUpload.tsx'
import css from './exchange.module.css'

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

/** What this type of company must hand in, with state and days left; many files at once, or one paper by itself. */
export function OwnPapers({ loaded }: { loaded: DossierWire }) {
  const dossier = useDossier(loaded)
  const [editing, setEditing] = useState<PaperWire | null>(null)
  const [uploading, setUploading] = useState(false)
  const { busy, save } = useSaveFile()
  const must = dossier.papers.filter((paper) => paper.must === 1)
  const others = dossier.papers.filter((paper) => paper.must === 0)
  const inForce = dossier.papers.some((paper) => paper.in_force !== null)
  return (
    <div className={company.panel}>
      <div className={company.stack}>
        <ReviewNote dossier={dossier} />
        <div className={css.acts}>
          {dossier.can_edit === 1 && (
            <Button kind="primary" onClick={() => setUploading(true)}>
              <Icon name="plus" />
              批量上传
            </Button>
          )}
          <Button disabled={busy || !inForce} onClick={() => save('/api/first_trade/own/zip')}>
            <Icon name="file" />
            {busy ? '正在打包…' : '下载贵司资料包'}
          </Button>
          <ButtonLink to={memberPaths.supplierData()}>我司首营资料包</ButtonLink>
        </div>
      </div>
      <Table columns={['资料', '编号', '有效期至', '状态', figure('操作')]} look={css.own}>
        <tbody>
          {[...must, ...others].map((paper) => (
            <Row key={paper.kind} paper={paper} dossier={dossier} onEdit={() => setEditing(paper)} />
          ))}
        </tbody>
      </Table>
      {editing && <PaperEditor paper={editing} dossier={dossier} onClose={() => setEditing(null)} />}
      {uploading && <BulkUpload dossier={dossier} onClose={() => setUploading(false)} />}
    </div>
  )
}

function Row({ paper, dossier, onEdit }: { paper: PaperWire; dossier: DossierWire; onEdit: () => void }) {
  const shown = paper.in_force ?? paper.open
  const days = paper.days_left
  const mayEdit = dossier.can_edit === 1 && certificateOf(paper.open?.status) !== 'waiting'
  const verb = paper.open ? '继续填写' : paper.in_force ? '更新' : '填写上传'
  const files = shown?.files.length ?? 0
  return (
    <tr>
      <td className={`${table.main} ${css.reason}`}>
        {paper.name} {paper.must === 1 && <span className="chip">{paper.instead_of ? '任选其一' : '必须'}</span>}
        {paper.open?.reason ? <small>驳回原因：{paper.open.reason}</small> : files > 0 && <span className="muted"> {files} 页</span>}
      </td>
      <td>{shown?.number || '—'}</td>
      <td>
        {shown ? (shown.expires_on ?? (shown.is_endless === 1 ? '长期' : '未填写')) : '—'}
        {days !== null && days <= 90 && <small className={days < 0 ? css.late : css.near}>{daysText(days)}</small>}
      </td>
      <td>
        <StateBadge tone={TONES[paper.state]}>{paper.state_name}</StateBadge>
        {paper.in_force && paper.open && (
          <small>{certificateOf(paper.open.status) === 'waiting' ? '新证照审核中' : `待提交的更新 ${paper.open.files.length} 页`}</small>
        )}
      </td>
      <td className={table.figure}>
        {mayEdit ? (
          <Button size="sm" onClick={onEdit} aria-label={`${verb}：${paper.name}`}>
            {verb}
          </Button>
        ) : (
          <span className="muted">{certificateOf(paper.open?.status) === 'waiting' ? '审核中' : '—'}</span>
        )}
      </td>
    </tr>
  )
}
