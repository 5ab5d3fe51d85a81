import { type ReactNode, useState } from 'react'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Block } from '#ui/Block.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useUser } from '../../api/queries.ts'
import { useMounted } from '../../app/useMounted.ts'
import { memberPaths } from '../../member-paths.ts'
import { NameDialog } from './NameDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { Sessions } from './Sessions.tsx'
import css from './security.module.css'
import { SESSIONS } from './sessions-query.ts'

type Opened = 'name' | 'phone' | 'password' | null

/** 账号与安全, on the page of the basic information: what one signs in with, and where one is signed in. */
export function SecurityPanel() {
  const user = useUser()
  const queries = useQueryClient()
  const mounted = useMounted()
  const [opened, setOpened] = useState<Opened>(null)
  if (user === null) return null
  const close = () => setOpened(null)
  const changed = () => void queries.invalidateQueries({ queryKey: SESSIONS })
  return (
    <>
      <Block title="账号与安全">
        <ul className={css.rows}>
          <Row icon="user" name="姓名" value={user.name}>
            <Button onClick={() => setOpened('name')}>修改姓名</Button>
          </Row>
          <Row icon="phone" name="登录手机号" value={user.phone || '未填写'}>
            <Button onClick={() => setOpened('phone')}>更换手机号</Button>
          </Row>
          <Row icon="lock" name="登录密码" value="建议每半年更换一次，不与其他网站共用">
            <Button onClick={() => setOpened('password')}>修改密码</Button>
          </Row>
          <Row icon="qr" name="微信登录" value={user.wechat ? '已绑定，可以扫码登录' : '未绑定'}>
            <ButtonLink to={memberPaths.wechat()}>{user.wechat ? '管理绑定' : '绑定微信'}</ButtonLink>
          </Row>
        </ul>
      </Block>
      <Block title="登录设备">
        {/* Times are counted from the browser's clock. */}
        <div className={css.list}>{mounted ? <Sessions /> : <Skeleton height={132} />}</div>
      </Block>
      {opened === 'name' && <NameDialog name={user.name} onClose={close} />}
      {opened === 'phone' && <PhoneDialog onClose={close} onChanged={changed} />}
      {opened === 'password' && <PasswordDialog onClose={close} onChanged={changed} />}
    </>
  )
}

function Row({ icon, name, value, children }: { icon: IconName; name: string; value: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <b>{name}</b>
      <span>{value}</span>
      {children}
    </li>
  )
}
