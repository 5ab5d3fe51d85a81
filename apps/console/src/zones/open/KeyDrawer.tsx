import { Button } from 'antd'
import { OPEN_SECRETS_MAX } from '#contract/constants.ts'
import type { OpenKeyWire } from '#contract/open-keys.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { KEY_TONES } from './tones.ts'

interface Props {
  of: OpenKeyWire
  onSecret: (secret: string) => void
  onClose: () => void
}

/** One key: what it may do, its secrets, and taking, replacing and stopping them. */
export function KeyDrawer({ of, onSecret, onClose }: Props) {
  const may = useMay()
  const issue = useDeed(calls.keyIssue, { done: '', outdates: [calls.keys], onDone: ({ secret }) => onSecret(secret) })
  const renew = useDeed(calls.keyRenew, { done: '可以领取新密钥了', outdates: [calls.keys] })
  const word = useSecondPerson('integration.renew')
  const stop = useDeed(calls.keyStop, { done: '接口密钥已停用', outdates: [calls.keys] })
  const stopOne = useDeed(calls.secretStop, { done: '换下的密钥已停用', outdates: [calls.keys] })
  const company = useDeed(calls.company, { done: '已办理', outdates: [calls.keys] })
  const reason = useReason(stop.problem || stopOne.problem || issue.problem || renew.problem || company.problem)
  const isAlive = of.state === 'live' || of.state === 'unissued'
  const canManage = may('integration.manage')
  const take = () =>
    reason.ask({
      title: `领取密钥：${of.name}`,
      what: `密钥只显示一次，请先打开对方系统填写密钥的地方。${of.secrets.length === 0 ? '' : '旧的继续有效，等对方换好后再来停用旧的。'}`,
      ok: '领取',
      bare: true,
      run: () => issue.run({ params: { id: of.id } }),
    })
  const { company: owner } = of
  const letInOrBlock = (command: 'block' | 'allow') =>
    owner !== null &&
    reason.ask({
      title: command === 'block' ? `停用企业的接口：${owner.name}` : `恢复企业的接口：${owner.name}`,
      what:
        command === 'block'
          ? '立即生效：这家企业的所有密钥都不能使用，也不能再新建。企业会收到消息和您写的原因。'
          : '这家企业没有停用的密钥随即可以使用。企业会收到消息。',
      ok: command === 'block' ? '停用' : '恢复',
      danger: command === 'block',
      run: (text) => company.run({ params: { id: owner.id, command }, body: { reason: text } }),
    })
  const change = () =>
    reason.ask({
      title: `更换密钥：${of.name}`,
      what: '另一人批准后，由您领取新的。旧的继续有效，等对方换好后再来停用旧的。',
      ok: word('更换'),
      run: (text) => renew.run({ params: { id: of.id }, body: { reason: text } }),
    })
  return (
    <SideDrawer title={of.name} note={of.scopes.map(({ name }) => name).join('；')} onClose={onClose}>
      <Section title="接口密钥">
        <Facts
          items={[
            [
              '状态',
              <StateTag key="state" tone={KEY_TONES[of.state]}>
                {of.state_name}
              </StateTag>,
            ],
            ...(owner === null
              ? []
              : ([
                  ['企业', owner.name],
                  ['企业的接口', owner.blocked === '' ? '可以使用' : `已停用：${owner.blocked}`],
                ] as const)),
            ['用到', of.expires_on],
            ['请求方式', of.signs === 1 ? '只收签名的请求' : 'Bearer'],
            ['来源', of.addresses.join('、') || '不限'],
            ...(of.secret_for === '' ? [] : ([['待领取', `由${of.secret_for}领取`]] as const)),
            ['新建', of.made_by],
            ['新建于', <When key="made" at={of.made_at} />],
            ...(of.stopped_at === null
              ? []
              : ([
                  ['停用', `${of.stopped_by}：${of.stopped_reason}`],
                  ['停用于', <When key="stopped" at={of.stopped_at} />],
                ] as const)),
          ]}
        />
      </Section>
      <Section title="权限">
        <div className="chips">
          {of.scopes.map(({ word, name }) => (
            <span key={word} className="chip">
              {name}
            </span>
          ))}
        </div>
      </Section>
      {of.secrets.map((one, at) => (
        <Section key={one.id} title={of.secrets.length > 1 ? (at === 0 ? '新密钥' : '换下的密钥') : '密钥'}>
          <Facts
            items={[
              ['开头', <code key="shown">{one.shown}…</code>],
              ['领取', one.issued_by],
              ['领取于', <When key="issued" at={one.issued_at} />],
              ['最近使用', <When key="used" at={one.last_used_at} empty="从未使用" />],
              ['来自', one.last_used_from || '—'],
            ]}
          />
          {canManage && owner === null && of.secrets.length > 1 && (
            <Button
              size="small"
              danger
              onClick={() =>
                reason.ask({
                  title: `停用 ${one.shown}…`,
                  what: at === 0 ? '停用的是新密钥：对方若已换用，调用随即失败。' : '换下的密钥随即失效；对方若还在用它，调用随即失败。',
                  ok: '停用',
                  danger: true,
                  bare: true,
                  run: () => stopOne.run({ params: { id: one.id } }),
                })
              }
            >
              停用这一个…
            </Button>
          )}
        </Section>
      ))}
      {canManage && isAlive && (
        <Section title="操作">
          <div className="chips">
            {of.may_take === 1 && (
              <Button size="small" type="primary" onClick={take}>
                领取密钥…
              </Button>
            )}
            {owner === null && of.secret_for === '' && of.secrets.length < OPEN_SECRETS_MAX && (
              <Button size="small" onClick={change}>
                更换密钥…
              </Button>
            )}
            <Button
              size="small"
              danger
              onClick={() =>
                reason.ask({
                  title: `停用接口密钥：${of.name}`,
                  what: `立即生效：用它的系统随即${owner === null ? '读不到订单、写不进库存和价格' : '不能下单、取单据'}。停用后不能恢复，只能另建。`,
                  ok: '停用',
                  danger: true,
                  run: (text) => stop.run({ params: { id: of.id }, body: { reason: text } }),
                })
              }
            >
              停用…
            </Button>
          </div>
        </Section>
      )}
      {canManage && owner !== null && (
        <Section title="这家企业">
          {owner.blocked === '' ? (
            <Button size="small" danger onClick={() => letInOrBlock('block')}>
              停用企业的接口…
            </Button>
          ) : (
            <Button size="small" onClick={() => letInOrBlock('allow')}>
              恢复企业的接口…
            </Button>
          )}
        </Section>
      )}
      {reason.dialog}
    </SideDrawer>
  )
}
