/** Not by `required`: a group of boxes may not say that of itself. */
export const atLeastOne = (what: string) => ({
  validator: (_rule: unknown, chosen: readonly string[]) =>
    chosen.length > 0 ? Promise.resolve() : Promise.reject(new Error(`至少一${what}`)),
})
export const NAMED = { required: true, whitespace: true, min: 2, message: '请写明是哪个系统' }
export const REASONED = { required: true, whitespace: true, min: 2, message: '请写明理由（至少 2 个字）' }
