import type { StaffMeWire } from '#contract/console.ts'
import type { PasskeyShownWire } from '#contract/passkey-shapes.ts'
import { CodeField } from './CodeField.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { knowsPasskeys } from './passkey-device.ts'

export type Proof = { code: string } | { passkey: PasskeyShownWire }

interface Props {
  me: Pick<StaffMeWire, 'totp' | 'passkeys'>
  /** The word of the button beside the code. */
  ok: string
  /** Of a code, of a passkey. */
  problem: string
  isBusy: boolean
  onProof: (proof: Proof) => Promise<unknown>
}

/** Shows the second factor: a passkey where there is one, a code in any case. */
export function FactorProof({ me, ok, problem, isBusy, onProof }: Props) {
  const hasPasskey = me.passkeys > 0 && knowsPasskeys()
  return (
    <>
      {hasPasskey && (
        <>
          <PasskeyButton problem={problem} onShown={(passkey) => onProof({ passkey })} />
          <p className="muted">或者</p>
        </>
      )}
      <CodeField
        label={me.totp === 1 ? '动态口令或恢复码' : '恢复码'}
        ok={ok}
        problem={hasPasskey ? '' : problem}
        isBusy={isBusy}
        isSecond={hasPasskey}
        onCode={(code) => void onProof({ code })}
      />
    </>
  )
}
