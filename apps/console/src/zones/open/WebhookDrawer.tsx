import { Button } from 'antd'
import { Link } from 'react-router'
import { OPEN_SECRETS_MAX } from '#contract/constants.ts'
import type { WebhookWire } from '#contract/open-webhooks.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { WEBHOOK_TONES } from './tones.ts'

interface Props {
  of: WebhookWire
  onSecret: (secret: string) => void
  onClose: () => void
}

const DEEDS = {
  test: { text: '试发一条', what: '发一条 test.ping，结果见推送记录。', danger: false },
  pause: { text: '暂停', what: '暂停后不再发送；其间的事件留着，恢复后照发。', danger: false },
  resume: { text: '恢复', what: '从断开的地方接着发，等着的立即发出。', danger: false },
  stop: { text: '停用', what: '立即生效，不能恢复；还没有送到的不再发。', danger: true },
} as const
type Command = keyof typeof DEEDS

/** One endpoint: where to, what of, how it goes, and its signing secrets. */
export function WebhookDrawer({ of, onSecret, onClose }: Props) {
  const may = useMay()
  const outdates = [calls.webhooks, calls.webhookMessages]
  const issue = useDeed(calls.webhookIssue, { done: '', outdates, onDone: ({ secret }) => onSecret(secret) })
  const command = useDeed(calls.webhookCommand, { outdates })
  const stopOne = useDeed(calls.webhookSecretStop, { done: '换下的签名密钥已停用', outdates })
  const reason = useReason(command.problem || issue.problem || stopOne.problem)
  const isFirst = of.secrets.length === 0
  const canManage = may('integration.manage') && of.state !== 'stopped'
  const asked: Command[] = [...(isFirst ? [] : (['test'] as const)), of.state === 'paused' ? 'resume' : 'pause', 'stop']
  return (
    <SideDrawer title={of.name} note={of.url} onClose={onClose}>
      <Section title="事件推送">
        <Facts
          items={[
            [
              '状态',
              <StateTag key="state" tone={WEBHOOK_TONES[of.state]}>
                {of.state_name}
              </StateTag>,
            ],
            ...(of.state_reason === '' ? [] : ([['原因', of.state_reason]] as const)),
            ...(of.failing_since === null ? [] : ([['没有送达自', <When key="since" at={of.failing_since} />]] as const)),
            ['次序', of.in_order === 1 ? '按发生的先后' : '不论先后'],
            ['等待发送', `${of.waiting} 条`],
            ['未送达', `${of.failed} 条`],
            ['新建', of.made_by],
            ['新建于', <When key="made" at={of.made_at} />],
          ]}
        />
        <Link className="link" to={`/system/webhooks/${of.id}`}>
          推送记录
        </Link>
      </Section>
      <Section title="事件">
        <div className="chips">
          {of.types.map((type) => (
            <span key={type} className="chip">
              {type}
            </span>
          ))}
        </div>
      </Section>
      {of.secrets.map(({ id, issued_at: at, issued_by: by }, place) => (
        <Section key={id} title={of.secrets.length > 1 ? (place === 0 ? '新签名密钥' : '换下的签名密钥') : '签名密钥'}>
          <Facts
            items={[
              ['领取', by],
              ['领取于', <When key="at" at={at} />],
            ]}
          />
          {canManage && of.secrets.length > 1 && (
            <Button
              size="small"
              danger
              onClick={() =>
                reason.ask({
                  title: '停用签名密钥',
                  what: '此后的推送不再带它的签名；对方若还在用它验签，会验不过。',
                  ok: '停用',
                  danger: true,
                  bare: true,
                  run: () => stopOne.run({ params: { id } }),
                })
              }
            >
              停用这一个…
            </Button>
          )}
        </Section>
      ))}
      {canManage && (
        <Section title="操作">
          <div className="chips">
            {of.secrets.length < OPEN_SECRETS_MAX && (
              <Button
                size="small"
                type={isFirst ? 'primary' : 'default'}
                onClick={() =>
                  reason.ask({
                    title: `${isFirst ? '领取' : '更换'}签名密钥：${of.name}`,
                    what: isFirst ? '只显示一次。领取后开始推送。' : '新的只显示一次。停用旧的之前，每条推送带两个签名。',
                    ok: isFirst ? '领取' : '更换',
                    bare: true,
                    run: () => issue.run({ params: { id: of.id } }),
                  })
                }
              >
                {isFirst ? '领取签名密钥…' : '更换签名密钥…'}
              </Button>
            )}
            {asked.map((one) => (
              <Button
                key={one}
                size="small"
                danger={DEEDS[one].danger}
                onClick={() =>
                  reason.ask({
                    title: `${DEEDS[one].text}：${of.name}`,
                    what: DEEDS[one].what,
                    ok: DEEDS[one].text,
                    danger: DEEDS[one].danger,
                    run: (text) => command.run({ params: { id: of.id, command: one }, body: { reason: text } }),
                  })
                }
              >
                {DEEDS[one].text}…
              </Button>
            ))}
          </div>
        </Section>
      )}
      {reason.dialog}
    </SideDrawer>
  )
}
