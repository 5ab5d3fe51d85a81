import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Block } from '#ui/Block.tsx'
import { linksQuery, useUser } from '../../api/queries.ts'
import { managerTitle } from '../../frame/manager-title.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './authorising.module.css'

const STEPS: readonly [title: string, text: string][] = [
  ['提出申请', '告诉客户经理您要经营的厂家与品种，说明门店地址和业态'],
  ['厂家确认', '我们核对您的证照与经营范围，厂家按区域确认是否授权，一般 3 个工作日答复'],
  ['开通采购', '授权后本专区与搜索里会出现这些商品，价格和库存随即可见'],
]

/** How a company gets the right to buy what is sold under control, and whom to ask. */
export function Authorising() {
  const user = useUser()
  const hotline = useQuery(linksQuery(useApi())).data?.hot_line ?? ''
  const phone = user?.admin.phone || hotline
  return (
    <div className={`wrap ${css.place}`}>
      <Block title="怎样获得授权">
        <ol className={css.steps}>
          {STEPS.map(([title, text]) => (
            <li key={title}>
              <b>{title}</b>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={css.ask}>
          {user === null ? (
            <>
              已有企业账号的客户，请先
              <LoginLink className="link">登录</LoginLink>
              查看已获授权的商品。
            </>
          ) : (
            `${managerTitle(user.admin)} ${user.admin.name} 为您办理授权。`
          )}
          {phone && (
            <SiteLink url={`tel:${phone}`} className="link">
              拨打 {phone}
            </SiteLink>
          )}
        </p>
      </Block>
    </div>
  )
}
