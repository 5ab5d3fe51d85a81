import type { StaffMeWire } from '#contract/console.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** The password that was handed over is known to two people: its owner sets his own before anything else. */
export function PasswordStep({ onEnter }: { onEnter: (me: StaffMeWire) => void }) {
  return (
    <>
      <h1>设置您自己的密码</h1>
      <p className="muted">交给您的初始密码只能用这一次。</p>
      <PasswordForm current="初始密码" done="密码已设置" onDone={onEnter} />
    </>
  )
}
