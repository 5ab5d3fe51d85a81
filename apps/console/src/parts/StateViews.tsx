import { useSearchParams } from 'react-router'
import { withChange } from './list-state.ts'
import { numberText } from './numbers.ts'
import { Views } from './Views.tsx'

interface Props {
  /** The filter's name in the address. */
  name: string
  /** Shown where the address names none. */
  otherwise: string
  views: readonly { value: string; text: string; count?: number }[]
}

/** One filter of a list as words to choose from, each with how many it finds. */
export function StateViews({ name, otherwise, views }: Props) {
  const [params, setParams] = useSearchParams()
  return (
    <Views
      label="状态"
      views={views.map(({ value, text, count }) => ({
        key: value,
        text,
        ...(count !== undefined && { note: numberText(count) }),
      }))}
      open={params.get(name) || otherwise}
      onOpen={(value) => setParams(withChange(params, { [name]: value === otherwise ? '' : value }), { replace: true })}
    />
  )
}
