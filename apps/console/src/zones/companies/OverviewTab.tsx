import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/call.ts'
import type { DossierWire } from '#contract/companies.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Terms = DataOf<typeof import('#contract/company-desk.ts')['staffCompanyTerms']>
type Typed = Pick<Terms, 'rank' | 'manager_name' | 'manager_phone'>

const NAMES = { rank: '等级', manager_name: '客户经理', manager_phone: '经理电话' } as const
const FIELDS = Object.keys(NAMES) as (keyof Typed)[]

function TermsForm({ id, terms }: { id: number; terms: Terms }) {
  // As it was when typing began: what is read anew meanwhile does not take the typed away.
  const [base, setBase] = useState(terms)
  const [typed, setTyped] = useState<Typed>(terms)
  const deed = useDeed(calls.termsSave, {
    done: '等级与客户经理已保存',
    outdates: [calls.terms, calls.company, calls.companies],
    onDone: (saved) => take(saved),
  })
  const reason = useReason(deed.problem)
  const take = (newer: Terms): void => {
    setBase(newer)
    setTyped(newer)
  }
  const changed = FIELDS.filter((field) => typed[field].trim() !== base[field])
  if (changed.length === 0 && base.version !== terms.version) take(terms)
  const { rank, manager_name, manager_phone } = typed
  const ask = (): void =>
    reason.ask({
      title: '变更等级与客户经理',
      what: changed.map((field) => `${NAMES[field]}：${base[field] || '（空）'} → ${typed[field].trim() || '（空）'}`).join('；'),
      ok: '保存',
      run: async (text) =>
        (await deed.run({ params: { id }, body: { rank, manager_name, manager_phone, reason: text, version: base.version } })) || true,
    })
  return (
    <>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MeanwhileNotice of={deed} mine={{ ...typed }} names={NAMES} onTakeTheirs={() => take(terms)} />
      <Form layout="inline">
        {FIELDS.map((field) => (
          <Form.Item key={field} label={NAMES[field]} className={changed.includes(field) ? 'dirty' : ''}>
            <Input
              aria-label={NAMES[field]}
              maxLength={field === 'rank' ? 10 : 20}
              style={{ width: field === 'rank' ? 72 : 140 }}
              value={typed[field]}
              onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
            />
          </Form.Item>
        ))}
        {changed.length > 0 && (
          <div className="row">
            <Button size="small" onClick={() => setTyped(base)}>
              放弃
            </Button>
            <Button size="small" type="primary" onClick={ask}>
              保存…
            </Button>
          </div>
        )}
      </Form>
      {reason.dialog}
    </>
  )
}

function Change({ change }: { change: NonNullable<DossierWire['change']> }) {
  const may = useMay()
  const deed = useDeed(calls.change, {
    outdates: [calls.company, calls.companies],
    done: ({ change: left }) => (left === null ? '变更已生效' : '变更已驳回'),
  })
  const reason = useReason(deed.problem)
  const canDecide = may('companies.review') && change.status === 1
  const run = (decision: 'pass' | 'reject', text = '') =>
    deed.run({ params: { id: change.id }, body: { decision, ...(text && { reason: text }) } })
  return (
    <Section title="申请变更" note={<When at={change.created_at} />}>
      <Rows
        className="tb tb-in diff"
        rows={change.fields}
        id={({ field }) => field}
        columns={[
          ['项目', ({ name }) => name],
          ['现在', ({ before }) => before || '（空）'],
          ['变更为', ({ after }) => after || '（空）', 'dirty'],
        ]}
      />
      {change.status === 3 && <p className="bad">已驳回：{change.reason}</p>}
      {canDecide && (
        <div className="row row-deeds">
          <Button
            danger
            onClick={() =>
              reason.ask({
                title: '驳回变更',
                what: `${change.fields.length} 项变更不生效，理由会告诉企业。`,
                ok: '驳回',
                danger: true,
                run: (text) => run('reject', text),
              })
            }
          >
            驳回…
          </Button>
          <Button type="primary" loading={deed.isBusy} onClick={() => void run('pass')}>
            通过变更
          </Button>
        </div>
      )}
      {reason.dialog}
    </Section>
  )
}

export function OverviewTab({ dossier }: { dossier: DossierWire }) {
  const may = useMay()
  const terms = useAsk(calls.terms, { params: { id: dossier.id } })
  return (
    <>
      {dossier.change && <Change change={dossier.change} />}
      <Section title="等级与客户经理">
        {may('companies.terms') ? (
          <Loaded of={terms}>{(data) => <TermsForm key={dossier.id} id={dossier.id} terms={data} />}</Loaded>
        ) : (
          <Facts
            items={[
              ['等级', dossier.rank],
              ['客户经理', [dossier.manager.name, dossier.manager.phone].filter(Boolean).join(' ')],
            ]}
          />
        )}
      </Section>
      <Section title="企业资料">
        <Facts
          items={[
            ['企业名称', dossier.name],
            ['类型', dossier.type],
            ['信用代码', dossier.credit_code],
            ['注册地址', `${dossier.province}${dossier.city}${dossier.district}${dossier.address}`],
            ['法定代表人', dossier.legal_person],
            ['联系人', dossier.contact],
            ['联系电话', dossier.phone],
            ['经营范围', dossier.scope_text],
            ['不认识的范围', dossier.unknown_scopes.join('、')],
            ['提交于', <When key="sent" at={dossier.submitted_at} />],
          ]}
        />
      </Section>
      <Section title="开票资料">
        <Facts
          items={[
            ['开户行', dossier.invoice_bank],
            ['账号', dossier.invoice_account],
            ['地址', dossier.invoice_address],
            ['电话', dossier.invoice_phone],
          ]}
        />
      </Section>
      {dossier.missing.length > 0 && (
        <Section title="还缺">
          <ul className="checks">
            {dossier.missing.map(({ at, message }) => (
              <li key={`${at}${message}`} className="w">
                {message}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
