/** Passwords that meet the rule of two kinds and are tried first by whoever guesses; lower case. */
const LIST = `
a1234567 a12345678 a123456789 1234567a 12345678a 123456789a q1234567 w1234567 z1234567 abc12345 abc123456 abc1234567
abcd1234 abcd12345 abcde12345 1234abcd 12345abc 123456abc 1234qwer qwer1234 qwer12345 qwert12345 1q2w3e4r 1q2w3e4r5t
1qaz2wsx 1qaz2wsx3edc qaz12345 qazwsx123 qwe12345 qwerty12 qwerty123 qwerty1234 asd12345 asdf1234 asdfgh123 zxc12345 zxcv1234
zxcvbn123 aa123456 aa12345678 aaa12345 aaa123456 aaaa1111 aabb1122 a1b2c3d4 a1b2c3d4e5 aa112233 abc123abc
password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 pass12345 password! passw0rd123 password@123
admin123 admin1234 admin12345 admin123456 admin888 admin@123 administrator1 root1234 root12345 test1234 test12345 test123456
user1234 user12345 guest123 welcome1 welcome123 letmein1 letmein123 iloveyou1 iloveyou123 monkey123 dragon123 sunshine1
football1 baseball1 superman1 princess1 michael1 charlie1 master123 hello123 hello1234 freedom1 whatever1 trustno1 starwars1
woaini123 woaini520 woaini521 woaini1314 woaini5201314 5201314a a5201314 5201314abc aini1314 wodemima1 mima1234 mima12345
zhang123 zhangsan1 wang1234 li123456 liu123456 chen1234 xiaoming1 taobao123 weixin123 alipay123 qq123456 qq12345678 qq123456789
yaodian1 yaodian123 yaodian888 yaocai123 anheng123 yiyao123 zhensuo123 woshishui1 nihao123 nihao1234 china123 beijing2008
a11111111 a111111111 1111111a a88888888 a8888888 abc88888 888888aa 666666aa a6666666 a66666666 a00000000 abc11111 abc00000
changeme1 changeme123 default1 secret123 computer1 internet1 samsung1 huawei123 xiaomi123 iphone123 google123 dearbook1
`
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter(Boolean))
