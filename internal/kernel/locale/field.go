package locale

// fields are the names that people know for the fields of accounts and students.
var fields = map[string]map[Language]string{
	"accountId":        {English: "Account ID", Chinese: "账号 ID"},
	"address":          {English: "Address", Chinese: "地址"},
	"adviser":          {English: "Adviser", Chinese: "辅导员"},
	"area":             {English: "Area", Chinese: "所在区域"},
	"avatar":           {English: "Picture", Chinese: "头像"},
	"campus":           {English: "Campus", Chinese: "校区"},
	"certification":    {English: "Certification", Chinese: "认证状态"},
	"class":            {English: "Class", Chinese: "班级"},
	"countryRegion":    {English: "Country/region", Chinese: "国家/地区"},
	"creditsEarned":    {English: "Credits earned", Chinese: "已修学分"},
	"creditsRequired":  {English: "Credits required", Chinese: "毕业学分"},
	"email":            {English: "Email", Chinese: "邮箱"},
	"emergencyName":    {English: "Emergency contact", Chinese: "紧急联系人"},
	"emergencyPhone":   {English: "Emergency phone", Chinese: "紧急联系电话"},
	"entryYear":        {English: "Entry year", Chinese: "入学年份"},
	"gender":           {English: "Gender", Chinese: "性别"},
	"graduation":       {English: "Expected graduation", Chinese: "预计毕业日期"},
	"introduction":     {English: "About me", Chinese: "个人简介"},
	"job":              {English: "Position", Chinese: "职位"},
	"jobName":          {English: "Position", Chinese: "职位"},
	"location":         {English: "Location", Chinese: "所在地"},
	"locationName":     {English: "Location name", Chinese: "所在地名称"},
	"name":             {English: "Name", Chinese: "姓名"},
	"nameLatin":        {English: "Latin name", Chinese: "拼音姓名"},
	"nationalId":       {English: "National ID", Chinese: "身份证号"},
	"nativePlace":      {English: "Native place", Chinese: "籍贯"},
	"nickname":         {English: "Nickname", Chinese: "昵称"},
	"number":           {English: "Student number", Chinese: "学号"},
	"organization":     {English: "Organisation", Chinese: "单位"},
	"organizationName": {English: "Organisation", Chinese: "单位"},
	"personalWebsite":  {English: "Website", Chinese: "个人网站"},
	"phone":            {English: "Phone number", Chinese: "手机号"},
	"photo":            {English: "Photo", Chinese: "照片"},
	"programme":        {English: "Programme", Chinese: "专业"},
	"registrationDate": {English: "Registration date", Chinese: "注册日期"},
	"role":             {English: "Role", Chinese: "角色"},
	"state":            {English: "Enrolment", Chinese: "选课状态"},
	"status":           {English: "Enrolment status", Chinese: "学籍状态"},
	"studyMode":        {English: "Study mode", Chinese: "学习形式"},
}

// Field returns the name of a field of an account or a student. Unknown fields stay as they are.
func Field(lang Language, name string) string {
	if known, ok := fields[name][lang]; ok {
		return known
	}
	return name
}
