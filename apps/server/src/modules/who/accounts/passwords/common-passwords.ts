import { PASSWORD_MIN } from '#domain/passwords.ts'

/**
 * What is tried first here, beside the published list: words, names and numbers of China, of this trade and of this shop.
 * Lower case, and such as meet the rule of two kinds.
 */
const OF_HERE = `
abc1234567 qwe12345 aa12345678 aabb1122 aa112233 p@ssword pass12345 passw0rd123 password@123 admin1234 admin12345 admin123456
admin888 admin@123 administrator1 root1234 root12345 test12345 test123456 user1234 user12345 guest123 woaini123 woaini520
woaini521 woaini1314 woaini5201314 5201314a a5201314 5201314abc aini1314 wodemima1 mima1234 mima12345 zhang123 zhangsan1 wang1234
li123456 liu123456 chen1234 xiaoming1 taobao123 weixin123 alipay123 qq12345678 yaodian1 yaodian123 yaodian888 yaocai123 anheng123
yiyao123 zhensuo123 woshishui1 nihao1234 china123 beijing2008 a11111111 a111111111 a88888888 a8888888 abc88888 888888aa 666666aa
a6666666 a66666666 a00000000 abc11111 abc00000 changeme123 huawei123 xiaomi123 iphone123 dearbook1
`

let list: Promise<ReadonlySet<string>> | null = null

/**
 * The passwords that guessers try first (ASVS 6.2.4): some 5,000 of the published ones meet the rules of length and kinds. Read
 * when first asked for, for it takes a moment, and only here: no browser loads it.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const published = dictionary['passwords-common'].map(String).filter((one) => one.length >= PASSWORD_MIN)
    return new Set([...published, ...OF_HERE.split(/\s+/).filter(Boolean)])
  })
  return list
}
