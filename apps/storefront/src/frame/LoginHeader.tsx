import { Link } from 'react-router'
import { paths } from '../paths.ts'
import css from './LoginHeader.module.css'
import { Logo } from './Logo.tsx'

/** The header of pages where somebody signs in: the shop's name and a way back, nothing else. */
export function LoginHeader() {
  return (
    <header className={css.head}>
      <Logo />
      <Link to={paths.home()}>返回首页</Link>
    </header>
  )
}
