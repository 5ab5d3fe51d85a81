import { Button } from 'antd'
import type { LettersWire } from '#contract/invitations.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

interface Props {
  companies: readonly { id: number; name: string; phone: string }[]
  onLetters: (letters: LettersWire) => void
  onDone: () => void
}

const NAMED = 5

/** A letter for each of the chosen companies, to be printed or sent one by one. */
export function InviteMany({ companies, onLetters, onDone }: Props) {
  const deed = useDeed(calls.invite, {
    done: '',
    outdates: [calls.companies, calls.invitations, calls.importLogins],
    onDone: (letters) => {
      onDone()
      onLetters(letters)
    },
  })
  const reason = useReason(deed.problem)
  const bound = companies.filter(({ phone }) => /^1[3-9]\d{9}$/.test(phone)).length
  const ask = () =>
    reason.ask({
      title: `邀请 ${companies.length} 家企业登录`,
      what: (
        <>
          <p>
            {companies
              .slice(0, NAMED)
              .map(({ name }) => name)
              .join('、')}
            {companies.length > NAMED && ` 等 ${companies.length} 家`}
          </p>
          <p>
            每家一封信，7 天有效，用一次。{bound} 家绑定登记的手机号
            {bound < companies.length && `；${companies.length - bound} 家没有登记手机号，拿到信的人都能用`}。
          </p>
        </>
      ),
      ok: `生成 ${companies.length} 封邀请信`,
      bare: true,
      run: () => deed.run({ body: { company_ids: companies.map(({ id }) => id) } }),
    })
  return (
    <>
      <Button size="small" type="primary" onClick={ask}>
        邀请登录…
      </Button>
      {reason.dialog}
    </>
  )
}
