/** Common characters with several readings. */
export const GENERAL = `
长 chang ~zhang | zhang: 生长 成长 长大 长治 院长 长高
`
