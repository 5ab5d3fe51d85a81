/** '3286.40' as people read it: 3,286.40 */
export const grouped = (yuan: string): string => yuan.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

/** An amount inside a sentence, a button or a table cell: ¥3,286.40, −¥50.00. Where it stands for itself, Money draws it. */
export const moneyText = (yuan: string): string => (yuan.startsWith('-') ? `−¥${grouped(yuan.slice(1))}` : `¥${grouped(yuan)}`)
