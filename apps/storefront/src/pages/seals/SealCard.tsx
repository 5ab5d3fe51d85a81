import { useState } from 'react'
import type { SealInfoWire, SealWire } from '#contract/seals.ts'
import { Button } from '#ui/Button.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import { StopDialog, UsersDialog } from './SealDialogs.tsx'
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
  const facts: readonly Fact[] = [
    ['法定代表人', seal.legal_person],
    ['有效期', `${seal.valid_from} 至 ${seal.valid_until ?? '停用为止'}`],
    ['可用印人员', seal.users.map((one) => one.name).join('、')],
    ['已用印', `${seal.uses} 次`],
    ['申请', `${seal.applied_by}，${beijingTime(seal.applied_at)}`],
    [seal.state === 'refused' ? '退回原因' : '停用原因', seal.reason],
    [
      '授权书',
      seal.authority.map((file) => (
        <a key={file.id} className="link" href={file.url} target="_blank" rel="noreferrer">
          {file.name}
        </a>
      )),
    ],
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
        <Facts two className={css.facts} facts={facts} />
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
