import { AutoComplete, type AutoCompleteProps, type RefSelectProps } from 'antd'
import type { Ref } from 'react'

/** A field that offers what is known and takes anything. Tab leaves it like any other: an open list would keep Tab to itself. */
export function Suggest(props: AutoCompleteProps & { ref?: Ref<RefSelectProps> }) {
  return (
    <span className="suggest" onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>
      <AutoComplete defaultActiveFirstOption={false} {...props} />
    </span>
  )
}
