import type { DemoLogin } from './college';

const group = '(2026-2027-1)-GG1001-01';

/**
 * A small college's sheets as a registrar's office has them: titles, totals, signatures and notes around the tables,
 * headers of common systems, class times in one cell, changes by week, and no sheet that says what it contains.
 */
export const officeSheets: readonly { name: string; text: string }[] = [
  {
    name: '校历.csv',
    text: `江海职业技术学院2026—2027学年校历安排,,,,
学年,学期,开始上课日期,学期结束日期,备注
2026-2027,1,2026-09-07,2027年1月24日,9月5日—6日报到注册
注：如遇国家法定节假日调整，另行通知。,,,,
,,,教务处,
`,
  },
  {
    name: '作息时间表.csv',
    text: `校区,时段,节次,上课起止时间
东湖校区,上午,第一节,8:00-8:45
东湖校区,上午,第二节,8:55～9:40
东湖校区,上午,第三节,10：00－10：45
东湖校区,上午,第四节,10:55-11:40
东湖校区,,午休,11:40-14:00
`,
  },
  {
    name: '教室信息.csv',
    text: `场地编号,场地名称,校区名称,教学楼名称,场地类别,座位数
JX001,教1-101,东湖校区,第一教学楼,多媒体教室,７０
JX002,报告厅,东湖,第一教学楼,报告厅,200座
`,
  },
  {
    name: '专业目录.csv',
    text: '序号,专业代码,专业名称,所属学院,学制\n1,510201,计算机应用技术,信息工程学院,3年\n合计,,1个专业,,\n',
  },
  {
    name: '教师名单.csv',
    text: '序号,教工号,姓名,性别,所在部门\n1,20001,孙涛兰,女,公共基础部\n2,20002,王　伟,男,公共基础部\n制表人：李敏,,,,审核人：\n',
  },
  {
    name: '学生信息.xls',
    text: `<html><head><meta charset="utf-8"></head><body><table>
<tr><td colspan="8">2026级新生信息表</td></tr>
<tr><th>学号</th><th>学生姓名</th><th>性别</th><th>证件号码</th><th>专业名称</th><th>所在年级</th><th>行政班</th><th>联系手机</th></tr>
<tr><td>20260101</td><td>赵　伟</td><td>男</td><td>310115200603048003</td>
<td>计算机应用技术</td><td>26级</td><td>计应2601班</td><td>13700000001&nbsp;</td></tr>
<tr><td>20260102</td><td>钱芳</td><td>女</td><td>33010620060506803X</td>
<td>计算机应用技术(510201)</td><td>2026</td><td>计应2601班</td><td>137 0000 0002</td></tr>
<tr><td>合计</td><td>2人</td></tr>
</table></body></html>`,
  },
  {
    name: '课程库.csv',
    text: '序号,课程编号,课程中文名称,学分,总学时,课程性质\n1,GG1001,高等数学,４,64,必修\n',
  },
  {
    name: '教学任务.csv',
    text: `学年,学期,课程代码,课程名称,学分,教学班名称,教学班组成,教师工号,教师姓名,容量
2026-2027,1,GG1001,高等数学,4,${group},计应2601班,20001,孙涛兰,65
`,
  },
  {
    name: '选课名单.txt',
    text: `选课学年学期\t教学班编号\t学生学号\t学生姓名\t选课状态
2026-2027-1\t${group}\t20260101\t赵伟\t选中
2026-2027-1\t${group}\t20260102\t钱芳\t选中
`,
  },
  {
    name: '课程安排表.csv',
    text: `2026-2027学年第1学期课程安排表,,,,
学年学期,教学班,教师信息,上课时间,上课地点
2026-2027-1,${group},20001/孙涛兰/讲师,星期一第1-2节{1-16周};星期三第3-4节{1-15周(单)},教1-101;教1-101
`,
  },
  {
    name: '调停课汇总.csv',
    text: `序号,类型,教学班,原上课安排,,,调整后安排,,,,,原因
,,,周次,星期,节次,周次,星期,节次,地点,任课教师,
1,调课,${group},13,星期一,1-2,13,星期五,3-4,报告厅,,会议
2,代课,${group},第13周,星期三,3-4,,,,,王伟,病假
教务处 2026年11月10日,,,,,,,,,,,
`,
  },
  {
    name: '考试安排.csv',
    text: `考试学期,课程名称,教学班,学号,姓名,考试时间,考场,座号
2026-2027-1,高等数学,${group},20260101,赵伟,2027-01-18(09:00-11:00),教1-101,01
2026-2027-1,高等数学,${group},20260102,钱芳,2027-01-18(09:00-11:00),教1-101,02
`,
  },
];

/** One of its students; the first password is the end of the ID number. */
export const officeStudent: DemoLogin = { role: 'user', name: '', phone: '13700000001', password: '048003' };
