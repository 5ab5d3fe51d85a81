import { Alert, Button, Input, type RefSelectProps } from 'antd'
import { useRef, useState } from 'react'
import type { DossierWire } from '#contract/companies.ts'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Suggest } from '../../parts/Suggest.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

interface Props {
  dossier: DossierWire
  outcome: 'pass' | 'reject'
  /** Sends what was judged of the papers; false: not all of it went through. */
  send: () => Promise<boolean>
  onDone: () => void
}

/** The word on the company as a whole, after the last paper: price grade and account manager with a pass, a reason with a rejection. */
export function Closing({ dossier, outcome, send, onDone }: Props) {
  const { data: choices } = useAsk(calls.choices, {})
  const [rank, setRank] = useState(dossier.rank)
  const [manager, setManager] = useState(dossier.manager.name)
  const [phone, setPhone] = useState(dossier.manager.phone)
  const deed = useDeed(calls.decide, {
    outdates: [calls.company, calls.companies],
    done: outcome === 'pass' ? `${dossier.name}已通过` : `${dossier.name}已驳回`,
  })
  const reason = useReason(deed.problem)
  const [isSending, setSending] = useState(false)
  const seen = dossier.submitted_at === null ? {} : { submitted_at: dossier.submitted_at }
  const finish = async (body: {
    decision: 'pass' | 'reject'
    reason?: string
    rank?: string
    manager_name?: string
    manager_phone?: string
  }) => {
    if (isSending) return false
    setSending(true)
    try {
      if (!(await send())) return true
      const isDone = await deed.run({ params: { id: dossier.id }, body: { ...body, ...seen } })
      if (isDone) onDone()
      return isDone
    } finally {
      setSending(false)
    }
  }
  const pass = (): void => {
    const named = manager.trim() === dossier.manager.name && phone.trim() === dossier.manager.phone
    void finish({
      decision: 'pass',
      rank: rank.trim(),
      ...(!named && { manager_name: manager.trim(), manager_phone: phone.trim() }),
    })
  }
  const reject = (): void =>
    reason.ask({
      title: `驳回 ${dossier.name}`,
      what: '各证照的驳回理由会随通知一并告诉企业，企业修改后可以再次提交。',
      ok: '驳回企业',
      danger: true,
      usual: ['部分证照未通过，请按各证照的原因修改'],
      run: (text) => finish({ decision: 'reject', reason: text }),
    })
  const grade = useRef<RefSelectProps>(null)
  const lacksRank = outcome === 'pass' && rank.trim() === ''
  const fill = (): void => grade.current?.focus()
  const go = outcome === 'reject' ? reject : lacksRank ? fill : pass
  useKeys([
    { key: 'Enter', what: outcome === 'reject' ? '驳回企业' : lacksRank ? '填等级' : '通过企业', run: go },
    // From the fields of it as well.
    { key: 'Ctrl+Enter', what: '通过企业', run: pass, when: outcome === 'pass' && !lacksRank },
    { key: 'G', what: '填等级与客户经理', run: fill, when: outcome === 'pass' },
  ])
  return (
    <div className="closing">
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      {outcome === 'pass' && (
        <div className="closing-terms">
          <div>
            <span>
              等级 <Kbd of="G" />
            </span>
            <Suggest
              ref={grade}
              aria-label="等级"
              value={rank}
              onChange={setRank}
              options={(choices?.ranks ?? []).map((value) => ({ value }))}
              style={{ width: 72 }}
            />
          </div>
          <div>
            <span>客户经理</span>
            <Suggest
              aria-label="客户经理"
              value={manager}
              onChange={(name: string) => {
                setManager(name)
                const known = choices?.managers.find((one) => one.name === name)
                if (known) setPhone(known.phone)
              }}
              options={(choices?.managers ?? []).map(({ name }) => ({ value: name }))}
              style={{ width: 96 }}
            />
          </div>
          <div>
            <span>电话</span>
            <Input aria-label="客户经理电话" value={phone} onChange={({ target }) => setPhone(target.value)} style={{ width: 124 }} />
          </div>
        </div>
      )}
      <Button block size="large" type="primary" danger={outcome === 'reject'} loading={isSending} onClick={go}>
        {outcome === 'reject' ? '驳回企业…' : lacksRank ? '先填等级' : '通过企业'}{' '}
        <Kbd of={outcome === 'pass' && !lacksRank ? 'Ctrl+Enter' : 'Enter'} />
      </Button>
      {reason.dialog}
    </div>
  )
}
