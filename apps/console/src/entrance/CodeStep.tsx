import type { StaffMeWire } from '#contract/console.ts'
import { entrance } from '../api/calls.ts'
import { useDeed } from '../parts/useDeed.ts'
import { FactorProof } from './FactorProof.tsx'

const WORDS = {
  both: '用这台设备的指纹、面容、PIN 或安全密钥；也可以填写验证器的 6 位数字，或一个恢复码。',
  passkey: '用这台设备的指纹、面容、PIN 或安全密钥；设备不在身边，可用一个恢复码。',
  totp: '打开手机上的验证器，填写 6 位数字；手机不在身边，可用一个恢复码。',
}
const wordsFor = ({ totp, passkeys }: StaffMeWire) => (passkeys === 0 ? WORDS.totp : totp === 1 ? WORDS.both : WORDS.passkey)

export function CodeStep({ me, onEnter }: { me: StaffMeWire; onEnter: (me: StaffMeWire) => void }) {
  const code = useDeed(entrance.code, { done: '', onDone: onEnter })
  const passkey = useDeed(entrance.passkeyPass, { done: '', onDone: onEnter })
  return (
    <>
      <h1>{me.passkeys > 0 ? '二次验证' : '动态口令'}</h1>
      <p className="muted">{wordsFor(me)}</p>
      <FactorProof
        me={me}
        ok="进入"
        problem={passkey.problem || code.problem}
        isBusy={code.isBusy}
        onProof={(proof) => ('code' in proof ? code.run({ body: proof }) : passkey.run({ body: proof }))}
      />
    </>
  )
}
