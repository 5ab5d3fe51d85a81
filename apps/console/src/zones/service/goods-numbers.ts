/** Ids of goods out of what somebody typed or pasted: '12', '/list/info/12', 'https://…/list/info/12?from=1'; each once. */
export function goodsNumbers(typed: readonly string[]): number[] {
  const ids = typed.flatMap((text) => {
    const found = /^(?:.*\/list\/info\/)?(\d{1,15})(?:[?#].*)?$/.exec(text.trim())
    return found && Number(found[1]) > 0 ? [Number(found[1])] : []
  })
  return [...new Set(ids)]
}
