import { useState } from 'react'
import type { DataOf } from '#contract/call.ts'
import type { DossierWire, userJyfw } from '#contract/companies.ts'
import { reviewOf } from '#domain/review.ts'
import { Block } from '#ui/Block.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { managerTitle } from '../../frame/manager-title.ts'
import { memberPaths } from '../../member-paths.ts'
import css from '../../parts/certificates/company.module.css'
import { companyQuery, useDossier } from '../../parts/certificates/dossier.ts'
import { regionQuery } from '../../parts/RegionField.tsx'
import { SecurityPanel } from '../../parts/security/SecurityPanel.tsx'
import { ChangeNote } from './ChangeNote.tsx'
import { CompanyEditor } from './CompanyEditor.tsx'
import type { FieldGroup } from './CompanyFields.tsx'

interface Loaded {
  dossier: DossierWire
  scopes: DataOf<typeof userJyfw>['list']
}

export async function loader({ api, queries, signal }: PageArgs): Promise<Loaded> {
  const [dossier, scopes] = await Promise.all([
    queries.fetchQuery({ ...companyQuery(api), staleTime: 0 }),
    api.ask(memberApi.userJyfw, { signal }),
    queries.prefetchQuery(regionQuery(api)),
  ])
  return { dossier, scopes: scopes.data.list }
}

const STATES: readonly StateTone[] = ['closed', 'moving', 'ok', 'bad', 'bad']

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={css.rows}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <span className={css.quiet}>未填写</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** 基础信息: the company as the shop knows it, and the account that is signed in. */
export default function BasicPage() {
  const loaded = usePageData<typeof loader>()
  const dossier = useDossier(loaded.dossier)
  const [editing, setEditing] = useState<FieldGroup | null>(null)
  const edit = (group: FieldGroup, label: string) => {
    const verb = group === 'identity' && reviewOf(dossier.review_state) === 'passed' ? '申请变更' : '修改'
    if (dossier.can_edit !== 1) return null
    return (
      <Button size="sm" className={css.edit} onClick={() => setEditing(group)} aria-label={`${verb}${label}`}>
        <Icon name="edit" size={14} />
        {verb}
      </Button>
    )
  }
  return (
    <AccountShell title="基础信息">
      <div className={css.stack}>
        <Block
          title="企业资料"
          head={
            <>
              <StateBadge tone={STATES[dossier.review_state] ?? 'closed'}>{dossier.review_name}</StateBadge>
              {edit('identity', '企业资料')}
            </>
          }
        >
          {dossier.change && <ChangeNote change={dossier.change} />}
          <Rows
            rows={[
              ['企业名称', dossier.name],
              ['企业类型', dossier.type],
              ['统一社会信用代码', dossier.credit_code],
              ['法定代表人', dossier.legal_person],
              [
                '所在地区',
                [dossier.province, dossier.city, dossier.district].filter((part, index, all) => part !== all[index - 1]).join(' '),
              ],
              ['注册地址', dossier.address],
              ['价格等级', dossier.rank],
            ]}
          />
        </Block>
        <Block
          title="经营范围"
          head={
            <ButtonLink size="sm" className={css.edit} to={memberPaths.licences()}>
              查看证照
            </ButtonLink>
          }
        >
          {(reviewOf(dossier.review_state) === 'passed' || reviewOf(dossier.review_state) === 'frozen') && loaded.scopes.length > 0 ? (
            <ul className={css.scopeChips}>
              {loaded.scopes.map((scope) => (
                <li key={scope.code} className={scope.is_valid === 1 ? css.scopeOk : css.scopeBad}>
                  <Icon name={scope.is_valid === 1 ? 'check' : 'warn'} size={14} />
                  <b>{scope.name}</b>
                  <span>
                    {scope.paper ? `${scope.paper}${scope.is_valid === 1 ? '' : `，${scope.expires_on ?? ''} 到期`}` : '无需许可'}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className={css.quiet}>证照通过审核后，这里列出可以采购的范围。</p>
          )}
          {dossier.drug_classes.is_asked === 1 && reviewOf(dossier.review_state) !== 'draft' && (
            <p className={css.classes}>
              <b>许可证经营类别</b>
              <span>
                {dossier.drug_classes.list.length === 0
                  ? '尚未登记，由质量管理部门按许可证核定'
                  : `${dossier.drug_classes.list.map(({ name }) => name).join('、')}${dossier.drug_classes.read_at === null ? '（待质量管理部门核定）' : ''}`}
              </span>
            </p>
          )}
        </Block>
        <div className={css.pair}>
          <Block title="联系人" head={edit('contact', '联系人')}>
            <Rows
              rows={[
                ['联系人', dossier.contact],
                ['联系电话', dossier.phone],
              ]}
            />
          </Block>
          <Block title="客户经理">
            {dossier.manager.name ? (
              <div className={css.manager}>
                <i aria-hidden="true">{dossier.manager.name.slice(0, 1)}</i>
                <p>
                  <b>{dossier.manager.name}</b>
                  <span>
                    {managerTitle(dossier.manager)} {dossier.manager.phone}
                  </span>
                </p>
              </div>
            ) : (
              <p className={css.quiet}>审核通过后为您安排专属客户经理。</p>
            )}
          </Block>
        </div>
        <Block title="开票资料" head={edit('invoice', '开票资料')}>
          <Rows
            rows={[
              ['发票抬头', dossier.name],
              ['纳税人识别号', dossier.credit_code],
              ['开户银行', dossier.invoice_bank],
              ['银行账号', dossier.invoice_account],
              ['开票地址', dossier.invoice_address],
              ['开票电话', dossier.invoice_phone],
            ]}
          />
        </Block>
        <SecurityPanel />
      </div>
      {editing && <CompanyEditor group={editing} dossier={dossier} onClose={() => setEditing(null)} />}
    </AccountShell>
  )
}
