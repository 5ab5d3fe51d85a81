import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { SealInfoWire, SealWire } from '#contract/seals.ts'
import { useApi } from '../../api/context.tsx'
import { sealApi } from '../../api/seal-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { StateBadge, type StateTone } from '../../parts/StateBadge.tsx'
import { TextArea } from '../../parts/TextArea.tsx'
import { toast } from '../../parts/Toast.tsx'
import { beijingTime } from '../order/times.ts'
import { People } from './People.tsx'
import { SealPicture } from './SealPicture.tsx'
import css from './seals.module.css'

const TONES: Readonly<Record<SealWire['state'], StateTone>> = {
  applied: 'wait',
  in_force: 'ok',
  refused: 'bad',
  stopped: 'closed',
  expired: 'bad',
}

/** One seal: how it looks, whether it may be used and by whom. */
export function SealCard({ seal, people }: { seal: SealWire; people: SealInfoWire['people'] }) {
  const [open, setOpen] = useState<'users' | 'stop' | null>(null)
  const live = seal.state === 'in_force' || seal.state === 'applied'
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['法定代表人', seal.legal_person],
    ['有效期', `${seal.valid_from} 至 ${seal.valid_until ?? '停用为止'}`],
    ['可用印人员', seal.users.map((one) => one.name).join('、')],
    ['已用印', `${seal.uses} 次`],
    ['申请', `${seal.applied_by}，${beijingTime(seal.applied_at)}`],
    [seal.state === 'refused' ? '退回原因' : '停用原因', seal.reason],
  ]
  return (
    <li className={css.seal} aria-label={`${seal.purpose_name}（${seal.state_name}）`}>
      <SealPicture
        name={seal.name}
        purpose={seal.purpose === 'official' ? '' : seal.purpose_name}
        number={seal.number}
        picture={seal.picture_url}
      />
      <div>
        <header>
          <b>{seal.purpose_name}</b>
          <StateBadge tone={TONES[seal.state]}>{seal.state_name}</StateBadge>
        </header>
        <dl>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          <div>
            <dt>授权书</dt>
            <dd>
              {seal.authority.map((file) => (
                <a key={file.id} className="link" href={file.url} target="_blank" rel="noreferrer">
                  {file.name}
                </a>
              ))}
            </dd>
          </div>
        </dl>
        {live && (
          <div className={css.actions}>
            <Button size="sm" onClick={() => setOpen('users')}>
              谁可以用印
            </Button>
            <Button size="sm" onClick={() => setOpen('stop')}>
              立即停用
            </Button>
          </div>
        )}
      </div>
      {open === 'users' && <UsersDialog seal={seal} people={people} onClose={() => setOpen(null)} />}
      {open === 'stop' && <StopDialog seal={seal} onClose={() => setOpen(null)} />}
    </li>
  )
}

function UsersDialog({ seal, people, onClose }: { seal: SealWire; people: SealInfoWire['people']; onClose: () => void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<readonly number[]>(seal.users.map((one) => one.account_id))
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { message } = await api.ask(sealApi.users, { params: { id: seal.id }, body: { user_ids: [...chosen] } })
      toast({ text: message, tone: 'success' })
      onClose()
      await revalidate()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`${seal.purpose_name}：谁可以用印`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" disabled={busy || chosen.length === 0} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <People people={people} chosen={chosen} onChange={setChosen} />
    </Dialog>
  )
}

function StopDialog({ seal, onClose }: { seal: SealWire; onClose: () => void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    if (reason.trim().length < 2) return setProblem('请填写停用原因')
    setBusy(true)
    try {
      const { message } = await api.ask(sealApi.stop, { params: { id: seal.id }, body: { reason: reason.trim() } })
      toast({ text: message, tone: 'success' })
      onClose()
      await revalidate()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`停用${seal.purpose_name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" disabled={busy} onClick={() => void stop()}>
            确认停用
          </Button>
        </>
      }
    >
      <p className={css.hint}>停用后立刻不能再用印，也不能恢复，要用须重新申请；已经用印的协议仍然有效。</p>
      <TextArea
        label="停用原因"
        value={reason}
        maxLength={200}
        rows={3}
        error={problem}
        onChange={({ target }) => {
          setReason(target.value)
          setProblem('')
        }}
      />
    </Dialog>
  )
}
