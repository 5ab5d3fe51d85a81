import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { INVITATION_STATES } from '#contract/constants.ts'
import type { InvitationWire, LettersWire } from '#contract/invitations.ts'
import { useMay } from '../../app/me.ts'
import { type Fact, Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { InviteNew } from './InviteNew.tsx'
import { Letters } from './Letters.tsx'
import { INVITATION_LOOKS } from './states.ts'

type Invitations = typeof import('#contract/invitations.ts')['staffInvitations']

function State({ row }: { row: InvitationWire }) {
  if (row.is_locked === 1) return <StateTag tone="wrong">手机号不符，已停用</StateTag>
  const { text, tone } = INVITATION_LOOKS[row.state]
  return <StateTag tone={tone}>{text}</StateTag>
}

const COLUMNS: Columns<Invitations> = [
  { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
  { title: '种类', dataIndex: 'is_new', width: 88, render: (isNew: number) => (isNew === 1 ? '新企业注册' : '已有企业') },
  { title: '联系人', dataIndex: 'contact', width: 96 },
  { title: '手机号', dataIndex: 'phone', width: 120, render: (phone: string) => phone || <span className="muted">不限</span> },
  { title: '状态', dataIndex: 'state', width: 150, render: (_: string, row) => <State row={row} /> },
  { title: '发出', dataIndex: 'sent_at', width: 140, render: (at: string) => <When at={at} /> },
  { title: '发出人', dataIndex: 'sent_by', width: 88 },
  { title: '有效至', dataIndex: 'expires_at', width: 140, render: (at: string) => <When at={at} /> },
  { title: '打开', dataIndex: 'opened_at', width: 140, render: (at: string | null) => <When at={at} /> },
  { title: '用它进来的人', dataIndex: 'ended_by', width: 110, render: (name: string, row) => (row.state === 'used' ? name : '') },
]

const isToBeUsed = ({ state, ended_at }: InvitationWire): boolean => ended_at === null && state !== 'used' && state !== 'revoked'

function Look({ row, onLetters, onClose }: { row: InvitationWire; onLetters: (letters: LettersWire) => void; onClose: () => void }) {
  const may = useMay()
  const queries = useQueryClient()
  const deed = useDeed(calls.invitation, {
    done: ({ letters }) => (letters.length === 0 ? '邀请已撤回' : ''),
    outdates: [calls.invitations],
    onDone: (made) => made.letters.length > 0 && onLetters(made),
  })
  const reason = useReason(deed.problem)
  const canAct = may('companies.invite') && isToBeUsed(row)
  const resend = () =>
    reason.ask({
      title: '重新发出邀请',
      what: `给 ${row.company} 生成一封新的邀请信，从现在起 7 天有效；之前的一封随即失效。`,
      ok: '生成新的邀请信',
      bare: true,
      run: async () => (await deed.run({ params: { id: row.id, command: 'resend' }, body: { version: row.version } })) || true,
    })
  const revoke = () =>
    reason.ask({
      title: '撤回邀请',
      what: `${row.company} 手里的邀请信随即失效，正在填写的也不能提交。`,
      ok: '撤回',
      danger: true,
      usual: ['发错了人', '企业已不合作', '信件遗失'],
      run: async (text) =>
        (await deed.run({ params: { id: row.id, command: 'revoke' }, body: { version: row.version, reason: text } })) || true,
    })
  useKeys([
    { key: 'R', what: '重新发出', run: resend, when: canAct },
    { key: 'D', what: '撤回', run: revoke, when: canAct },
  ])
  return (
    <SideDrawer
      title={row.company}
      note={row.is_new === 1 ? '新企业注册' : '已有企业登录'}
      onClose={onClose}
      foot={
        canAct && (
          <span className="row">
            <Button type="primary" onClick={resend}>
              重新发出… <Kbd of="R" />
            </Button>
            <Button danger onClick={revoke}>
              撤回… <Kbd of="D" />
            </Button>
          </span>
        )
      }
    >
      <MeanwhileNotice
        of={deed}
        mine={{ state: '重新发出或撤回' }}
        names={{ state: '状态' }}
        onTakeTheirs={() => void queries.invalidateQueries({ queryKey: [calls.invitations.path] })}
      />
      <Section title="邀请">
        <Facts
          items={[
            ['状态', <State key="state" row={row} />],
            ['联系人', row.contact || '—'],
            ['手机号', row.phone || '不限，由受邀人填写'],
            ['发出', <When key="sent" at={row.sent_at} />],
            ['发出人', `${row.sent_by || '—'}${row.sends > 1 ? `，第 ${row.sends} 次` : ''}`],
            ['有效至', <When key="until" at={row.expires_at} />],
            ['打开', <When key="opened" at={row.opened_at} empty="还没有" />],
            ...(row.state === 'used'
              ? ([
                  ['使用', <When key="used" at={row.ended_at} />],
                  ['进来的人', row.ended_by],
                ] satisfies Fact[])
              : []),
            ...(row.state === 'revoked'
              ? ([
                  ['撤回', <When key="revoked" at={row.ended_at} />],
                  ['撤回人', row.ended_by],
                ] satisfies Fact[])
              : []),
          ]}
        />
        {row.company_id !== null && (
          <p>
            <Link className="link" to={`/companies/${row.company_id}`}>
              打开企业
            </Link>
          </p>
        )}
        {row.is_locked === 1 && <p className="w">5 次填写的手机号都与邀请不符，这封信已停用。核实后重新发出。</p>}
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

/** Letters that brought, or are to bring, somebody in. */
export default function InvitationsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [letters, setLetters] = useState<LettersWire | null>(null)
  const canInvite = may('companies.invite')
  const isNew = canInvite && params.get('new') === '1'
  const setNew = (value: '' | '1') => setParams(withChange(params, { new: value }), { replace: true })
  useKeys([
    { key: 'N', what: '邀请新企业', run: () => setNew('1'), when: canInvite && !isNew && letters === null },
    { key: 'M', what: '邀请没有登录的企业', run: () => navigate('/companies?tab=no-login'), when: canInvite && !isNew && letters === null },
  ])
  return (
    <>
      <ListPage
        what="邀请"
        list={calls.invitations}
        columns={COLUMNS}
        filters={[
          { kind: 'search', name: 'keywords', text: '企业名称、手机号' },
          {
            kind: 'choice',
            name: 'state',
            text: '状态',
            choices: INVITATION_STATES.map((value) => ({ value, text: INVITATION_LOOKS[value].text })),
          },
          {
            kind: 'choice',
            name: 'kind',
            text: '种类',
            choices: [
              { value: 'company', text: '已有企业' },
              { value: 'new', text: '新企业注册' },
            ],
          },
        ]}
        drawer={(row, close) => <Look key={row.id} row={row} onLetters={setLetters} onClose={close} />}
        rowTone={(row) => (row.is_locked === 1 ? 'is-warn' : '')}
        top={({ is_capped, total }) =>
          is_capped === 1 ? <p className="bar bar-soft muted s12">超过 {numberText(total)} 份，请用筛选缩小范围</p> : null
        }
        actions={
          canInvite && (
            <>
              <Link className="link" to="/companies?tab=no-login">
                没有登录的企业 <Kbd of="M" />
              </Link>
              <Button size="small" type="primary" onClick={() => setNew('1')}>
                邀请新企业… <Kbd of="N" />
              </Button>
            </>
          )
        }
        empty="还没有发出过邀请"
      />
      {isNew && <InviteNew onLetters={setLetters} onClose={() => setNew('')} />}
      {letters && <Letters of={letters} onClose={() => setLetters(null)} />}
    </>
  )
}
