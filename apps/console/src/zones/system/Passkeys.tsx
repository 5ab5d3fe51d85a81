import { Button, Input } from 'antd'
import { useState } from 'react'
import type { StaffMeWire } from '#contract/console.ts'
import type { PasskeysWire } from '#contract/passkeys.ts'
import { useAsk } from '../../api/ask.ts'
import { useMe } from '../../app/me.ts'
import { AddPasskey } from '../../entrance/AddPasskey.tsx'
import { FactorProof } from '../../entrance/FactorProof.tsx'
import { knowsPasskeys } from '../../entrance/passkey-device.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Passkey = PasskeysWire['list'][number]

interface RowProps {
  passkey: Passkey
  onRemove: () => void
}

function Row({ passkey, onRemove }: RowProps) {
  const [name, setName] = useState<string | null>(null)
  const rename = useDeed(calls.passkeyName, { done: '已改名', outdates: [calls.passkeys], onDone: () => setName(null) })
  const save = (): void => {
    const typed = (name ?? '').trim()
    if (typed === '' || typed === passkey.name) setName(null)
    else void rename.run({ params: { id: passkey.id }, body: { name: typed } })
  }
  return (
    <tr>
      <td>
        {name === null ? (
          passkey.name
        ) : (
          <Input
            size="small"
            autoFocus
            aria-label={`${passkey.name} 的新名称`}
            value={name}
            maxLength={30}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={save}
            onBlur={save}
            onKeyDown={({ key }) => key === 'Escape' && setName(null)}
          />
        )}
        {passkey.here === 0 && <span className="w s12"> 在别的网址登记</span>}
      </td>
      <td>{passkey.synced === 1 ? '随账户同步' : '仅此设备'}</td>
      <td>
        <When at={passkey.created_at} />
      </td>
      <td>
        <When at={passkey.used_at} empty="还没用过" />
      </td>
      <td className="num">
        <Button size="small" onClick={() => setName(passkey.name)}>
          改名
        </Button>{' '}
        <Button size="small" danger onClick={onRemove}>
          移除…
        </Button>
      </td>
    </tr>
  )
}

/** Asks for the second factor once more, naming what goes. */
function Removal({ passkey, onMe, onStop }: { passkey: Passkey; onMe: (me: StaffMeWire) => void; onStop: () => void }) {
  const me = useMe()
  const remove = useDeed(calls.passkeyRemove, {
    done: '通行密钥已移除，别处的登录已结束',
    outdates: [calls.passkeys, calls.sessions],
    onDone: (next) => {
      onStop()
      onMe(next)
    },
  })
  return (
    <div className="narrow">
      <p>
        移除“{passkey.name}”：以后不能再用它登录，别处的登录随即结束。
        {me.totp === 0 && me.passkeys === 1 && '这是您唯一的二次验证，恢复码一并作废。'}请先验证是您本人。
      </p>
      <FactorProof
        me={me}
        ok="验证并移除"
        problem={remove.problem}
        isBusy={remove.isBusy}
        onProof={(proof) => remove.run({ params: { id: passkey.id }, body: proof })}
      />
      <Button type="text" size="small" onClick={onStop}>
        放弃
      </Button>
    </div>
  )
}

function whyNot(origin: string): string {
  if (origin === '') return '此网址不能使用通行密钥：需要 https（或 localhost）'
  if (origin !== window.location.origin) return `通行密钥只在 ${origin} 使用，请从那里打开管理端再添加`
  return knowsPasskeys() ? '' : '这个浏览器不支持通行密钥'
}

/** A person's own: list, add, name, remove. */
export function Passkeys({ onMe }: { onMe: (me: StaffMeWire) => void }) {
  const me = useMe()
  const answer = useAsk(calls.passkeys, {})
  const [open, setOpen] = useState<'add' | Passkey | null>(null)
  const stop = (): void => setOpen(null)
  return (
    <Section
      title="通行密钥"
      note="登录时代替动态口令：指纹、面容、PIN 或安全密钥"
      action={
        open === null &&
        answer.data &&
        whyNot(answer.data.origin) === '' && (
          <Button size="small" onClick={() => setOpen('add')}>
            添加通行密钥…
          </Button>
        )
      }
    >
      <Loaded of={answer}>
        {({ list, origin }) => (
          <>
            {list.length > 0 && (
              <table className="tb tb-in">
                <thead>
                  <tr>
                    <th>名称</th>
                    <th>存放</th>
                    <th>添加于</th>
                    <th>最近使用</th>
                    <th />
                  </tr>
                </thead>
                <tbody>
                  {list.map((one) => (
                    <Row key={one.id} passkey={one} onRemove={() => setOpen(one)} />
                  ))}
                </tbody>
              </table>
            )}
            {(whyNot(origin) !== '' || list.length === 0) && <p className="muted">{whyNot(origin) || '还没有添加'}</p>}
          </>
        )}
      </Loaded>
      {open === 'add' && (
        <div className="narrow">
          <AddPasskey
            me={me}
            onDone={(next) => {
              stop()
              onMe(next)
              void answer.refetch()
            }}
          />
          <Button type="text" size="small" onClick={stop}>
            放弃
          </Button>
        </div>
      )}
      {open !== null && open !== 'add' && <Removal key={open.id} passkey={open} onMe={onMe} onStop={stop} />}
    </Section>
  )
}
