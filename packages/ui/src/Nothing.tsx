import type { ComponentProps } from 'react'
import { ButtonLink } from './Button.tsx'
import { Empty } from './Empty.tsx'
import css from './Nothing.module.css'

interface Props extends ComponentProps<typeof Empty> {
  /** There is something, but not on a page as far on as this: the address of the first. */
  first?: string | false
}

/** In the place of a list: why there is nothing in it, and the way on. */
export function Nothing({ first, ...empty }: Props) {
  return (
    <div className={`panel ${css.none}`}>
      {first ? (
        <Empty picture="search" text="没有这一页">
          <ButtonLink to={first} kind="primary">
            回到第一页
          </ButtonLink>
        </Empty>
      ) : (
        <Empty {...empty} />
      )}
    </div>
  )
}
