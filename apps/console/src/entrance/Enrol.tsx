import { type ReactNode, useEffect, useState } from 'react'
import type { DataOf } from '#contract/call.ts'
import type { StaffMeWire } from '#contract/console.ts'
import { CopyText } from '#ui/CopyText.tsx'
import { entrance } from '../api/calls.ts'
import { Loading } from '../parts/Loading.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { useDeed } from '../parts/useDeed.ts'
import { CodeField } from './CodeField.tsx'
import type { Proof } from './FactorProof.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Begun = DataOf<typeof import('#contract/console.ts')['staffEnrol']>

/**
 * Sets up an authenticator: picture to scan, its first code, recovery codes. proof: of the second factor that counts until now, or else the password.
 * otherwise: a way out, as long as it is not set up.
 */
export function Enrol({
  proof,
  onDone,
  otherwise,
}: {
  proof?: Proof | { password: string }
  onDone: (me: StaffMeWire) => void
  otherwise?: ReactNode
}) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [kept, setKept] = useState<{ codes: readonly string[]; me: StaffMeWire } | null>(null)
  const begin = useDeed(entrance.enrol, { done: '', onDone: setBegun })
  const confirm = useDeed(entrance.enrolConfirm, { done: '', onDone: (data) => setKept({ codes: data.recovery_codes, me: data.me }) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each beginning throws the former secret away, so one is enough
  useEffect(() => {
    void begin.run({ body: proof ?? {} })
  }, [])
  if (kept) return <RecoveryCodes codes={kept.codes} onDone={() => onDone(kept.me)} />
  if (begun === null)
    return begin.problem ? (
      <>
        <Trouble text={begin.problem} />
        {otherwise}
      </>
    ) : (
      <Loading />
    )
  return (
    <>
      <p className="muted">用手机上的验证器应用（任何支持 TOTP 的都可以）扫描二维码，再填写它显示的 6 位数字。</p>
      <img className="enrol-qr" src={begun.qr} alt="动态口令二维码" />
      <p className="s12">
        不能扫码时手工输入 <code className="secret">{begun.secret}</code> <CopyText text={begun.secret} what="密钥" />
      </p>
      <CodeField
        label="验证器显示的 6 位数字"
        ok="确认"
        problem={confirm.problem}
        isBusy={confirm.isBusy}
        onCode={(typed) => void confirm.run({ body: { code: typed } })}
      />
      {otherwise}
    </>
  )
}
