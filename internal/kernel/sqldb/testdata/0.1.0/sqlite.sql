CREATE TABLE schema_migration (
	version    BIGINT NOT NULL PRIMARY KEY,
	name       TEXT   NOT NULL,
	checksum   TEXT   NOT NULL,
	applied_at BIGINT NOT NULL
);
INSERT INTO schema_migration VALUES(1,'setting','1ffb3a536668596b',1794827807161);
INSERT INTO schema_migration VALUES(2,'job','202489312b6f2b4a',1794827807162);
INSERT INTO schema_migration VALUES(3,'audit','3064fb24956cff09',1794827807162);
INSERT INTO schema_migration VALUES(4,'account','f4186e345fcedfd7',1794827807163);
INSERT INTO schema_migration VALUES(6,'student','68a937404c744442',1794827807164);
INSERT INTO schema_migration VALUES(9,'course','9d4a35c2fbf5f166',1794827807168);
INSERT INTO schema_migration VALUES(10,'timetable','2f1622d03e918c93',1794827807170);
INSERT INTO schema_migration VALUES(11,'calendar','fa7cf1ef301a60d9',1794827807170);
INSERT INTO schema_migration VALUES(12,'message','7dfc0d121a42ac04',1794827807173);
INSERT INTO schema_migration VALUES(14,'roster','db4cf1a98da622d9',1794827807173);
INSERT INTO schema_migration VALUES(16,'media','ce6a4cbaa233f846',1794827807174);
INSERT INTO schema_migration VALUES(17,'watching','4f38186280620138',1794827807176);
INSERT INTO schema_migration VALUES(18,'push','af24717e484dc856',1794827807180);
INSERT INTO schema_migration VALUES(19,'rule_history','1b92a3ad778767e5',1794827807190);
INSERT INTO schema_migration VALUES(20,'proof','6a7d0d87e208db7b',1794827807197);
INSERT INTO schema_migration VALUES(21,'one_email','7eb57015995fccef',1794827807197);
INSERT INTO schema_migration VALUES(22,'term_history','8ce8147d75325875',1794827807197);
CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
);
INSERT INTO setting VALUES('keys','39015c85');
INSERT INTO setting VALUES('sample','2026-11-16');
CREATE TABLE job (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL,
	unique_key   TEXT,                              -- at most one waiting or running job of a kind has it
	payload      TEXT    NOT NULL,
	state        TEXT    NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'dead', 'cancelled')),
	due_at       BIGINT  NOT NULL,                  -- waiting: not before this; running: free for others after this
	fence        BIGINT  NOT NULL DEFAULT 0,        -- grows with every claim; only the newest claim may finish
	attempts     BIGINT  NOT NULL DEFAULT 0,
	max_attempts BIGINT  NOT NULL,
	progress     BIGINT  NOT NULL DEFAULT 0,        -- percent
	cancel_asked BOOLEAN NOT NULL DEFAULT FALSE,
	error        TEXT    NOT NULL DEFAULT '',       -- why the last attempt failed
	worker       TEXT    NOT NULL DEFAULT '',       -- who claimed it last
	created_at   BIGINT  NOT NULL,
	finished_at  BIGINT  NOT NULL DEFAULT 0
);
CREATE TABLE audit (
	seq        BIGINT NOT NULL PRIMARY KEY, -- 1, 2, 3 … without a gap
	at         BIGINT NOT NULL,
	account_id TEXT   NOT NULL, -- empty: a visitor
	role       TEXT   NOT NULL,
	session_id TEXT   NOT NULL,
	address    TEXT   NOT NULL,
	action     TEXT   NOT NULL, -- feature.verb, such as account.login
	object     TEXT   NOT NULL,
	before     TEXT   NOT NULL, -- JSON object, or empty
	after      TEXT   NOT NULL,
	hash       TEXT   NOT NULL
);
INSERT INTO audit VALUES(1,1773450000000,'system','admin','','','timetable.put_term','2026-spring','','','baaed6f972bdc2cd3f4f189bbbb27d5fdc6c109ead1ea91d2a7019d701a9c596');
INSERT INTO audit VALUES(2,1773450000000,'system','admin','','','timetable.put_term','2026-autumn','','','a565f24ae8064012043955bf7a2adf18de997cea5e7ed7ad168a510dcea9e56c');
INSERT INTO audit VALUES(3,1773450000000,'system','admin','','','timetable.put_campus','north','','','16641a269becf57b634c227b80ca6f83755aa54480cbad90ff1b6efadde4a390');
INSERT INTO audit VALUES(4,1773450000000,'system','admin','','','timetable.put_campus','lakeside','','','4e1d82821a0d3ffae5e9b147db0b29cc000f10bd192eb4381142b524aa3b3d09');
INSERT INTO audit VALUES(5,1773450000000,'system','admin','','','timetable.put_scheme','north-2025-summer','','','705a1699829f4d733bf37f69f1db52bb1fccb2f9da689262d15f633e67708a5c');
INSERT INTO audit VALUES(6,1773450000000,'system','admin','','','timetable.put_scheme','north-2025-winter','','','481974b3dfb713ffb0f207e0a3402777149ead1f5717da34c65026d9036dcaae');
INSERT INTO audit VALUES(7,1773450000000,'system','admin','','','timetable.put_scheme','lakeside-2025-summer','','','4ce6725f183b944c21fc54fa78dc9414c1f2fdbd1189bcbf0b854ef9382cdce4');
INSERT INTO audit VALUES(8,1773450000000,'system','admin','','','timetable.put_scheme','lakeside-2025-winter','','','8ad9bd5c97cbc6e9e66e8942eece4fdda19fa92e055f240219757a7ffce0ba09');
INSERT INTO audit VALUES(9,1773450000000,'system','admin','','','timetable.put_scheme','north-2026-summer','','','60f223a4dd73cde3637b10df15b6f81785ad739a7eca6e61221e6f7c36f723de');
INSERT INTO audit VALUES(10,1773450000000,'system','admin','','','timetable.put_scheme','north-2026-winter','','','301ae2b4ce042179789f6aa1a15ff9ab1664473f63125122421f5a86049b94e0');
INSERT INTO audit VALUES(11,1773450000000,'system','admin','','','timetable.put_scheme','lakeside-2026-summer','','','efdf11565902acfffac9ef309223b50994bc68194784f8712f5853655429d980');
INSERT INTO audit VALUES(12,1773450000000,'system','admin','','','timetable.put_scheme','lakeside-2026-winter','','','7fee99edef644d22f2d6d2e5f1cae10e2c353d637c7c2a53560a85b0c5a6a91b');
INSERT INTO audit VALUES(13,1773450000000,'system','admin','','','timetable.put_scheme','north-2027-summer','','','6c742a51ed5c3bccd863e0da6087dd6cf2e375e79dcdcd93f24a4987c099c3b7');
INSERT INTO audit VALUES(14,1773450000000,'system','admin','','','timetable.put_scheme','north-2027-winter','','','79f6d91f087a762876047b204ee7e6ac15f6adf141392aaa3ba08e31544df658');
INSERT INTO audit VALUES(15,1773450000000,'system','admin','','','timetable.put_scheme','lakeside-2027-summer','','','4ecd1009d4049c4f6ce0782c95093db198b82a26da3586ccc113dfc3007a2f18');
INSERT INTO audit VALUES(16,1773450000000,'system','admin','','','timetable.put_scheme','lakeside-2027-winter','','','358dc50bcfc570954c16be11775441ba478885b590c71a04d87ff2cba2623179');
INSERT INTO audit VALUES(17,1773450000000,'system','admin','','','timetable.put_room','north-A101','','','9f79937f7a16457fb543b3cdfe3f0e297190eee73ce9fcfef7210fcbd2376b54');
INSERT INTO audit VALUES(18,1773450000000,'system','admin','','','timetable.put_room','north-A102','','','1328b841b98afb993cd54b8968f882d8bffc0c7a1242878648f6ec9761dbb833');
INSERT INTO audit VALUES(19,1773450000000,'system','admin','','','timetable.put_room','north-A203','','','2c6d7b1dd239be5a123e2cf629c2037a1e85cdffc8eb881642a8e8a9b2024187');
INSERT INTO audit VALUES(20,1773450000000,'system','admin','','','timetable.put_room','north-A305','','','8946e48a1757a42c6980a1d645fca6873806e9778aa83b404f5d209493084c01');
CREATE TABLE audit_head (
	id   BIGINT NOT NULL PRIMARY KEY,
	seq  BIGINT NOT NULL,
	hash TEXT   NOT NULL
);
INSERT INTO audit_head VALUES(1,20,'8946e48a1757a42c6980a1d645fca6873806e9778aa83b404f5d209493084c01');
CREATE TABLE account (
	id                TEXT    NOT NULL PRIMARY KEY,
	phone             TEXT    NOT NULL UNIQUE, -- eleven digits for the mainland, +… for the rest of the world
	name              TEXT    NOT NULL,
	role              TEXT    NOT NULL,
	student_id        TEXT    NOT NULL, -- empty for staff
	enabled           BOOLEAN NOT NULL,
	nickname          TEXT    NOT NULL,
	email             TEXT    NOT NULL,
	country           TEXT    NOT NULL, -- ISO 3166-1 alpha-2
	area              TEXT    NOT NULL, -- six-digit region code
	location_name     TEXT    NOT NULL,
	introduction      TEXT    NOT NULL,
	website           TEXT    NOT NULL,
	job               TEXT    NOT NULL,
	job_name          TEXT    NOT NULL,
	organization      TEXT    NOT NULL,
	organization_name TEXT    NOT NULL,
	certification     TEXT    NOT NULL,
	avatar            TEXT    NOT NULL, -- key in the blob store
	registered_at     BIGINT  NOT NULL,
	login_at          BIGINT  NOT NULL  -- 0: never
);
INSERT INTO account VALUES('01a1e412-eb39-7ef3-93e8-899d3505a405','13800000001','林晓雨','user','01a1e412-eb33-7d45-a6d9-2da1f84c49ba',1,'','','','','','','','','','','衡山商学院','','',1794827807545,0);
INSERT INTO account VALUES('01a1e412-eb3a-7931-9acb-ab59e3f3696e','13800000002','陈浩然','user','01a1e412-eb3a-75e7-9ee9-baa4f4aacb90',1,'','','','','','','','','','','衡山商学院','','',1794827807546,0);
INSERT INTO account VALUES('01a1e412-ecd2-7cbb-8622-4d94b6b5fd0f','13900000001','教务处 Registrar','admin','',1,'','','','','','','','','','','衡山商学院','','',1794827807954,0);
CREATE TABLE credential (
	account_id   TEXT   NOT NULL PRIMARY KEY REFERENCES account (id),
	kind         TEXT   NOT NULL, -- own, last-six, code
	secret       TEXT   NOT NULL, -- argon2id in PHC form, or the keyed hash of a first password; never a password
	changed_at   BIGINT NOT NULL,
	code_until   BIGINT NOT NULL, -- a code is good until then; 0 for the other kinds
	code_session TEXT   NOT NULL, -- the session that used the code up
	totp         BYTEA  NOT NULL, -- sealed; empty: no second factor
	totp_pending BYTEA  NOT NULL, -- sealed; shown to its owner but not yet confirmed
	totp_step    BIGINT NOT NULL  -- the last time step used, so that a code works once
);
INSERT INTO credential VALUES('01a1e412-eb39-7ef3-93e8-899d3505a405','last-six','$first$m5QTIkkaiADmod65YAmHuo4jK13BOFmrFJwu+ovEjjA',1794827807546,0,'',X'',X'',0);
INSERT INTO credential VALUES('01a1e412-eb3a-7931-9acb-ab59e3f3696e','last-six','$first$lTvlCzJAOvXhmpwTNHyTupzjyd6T5mfXbLLgJ31pLiI',1794827807546,0,'',X'',X'',0);
INSERT INTO credential VALUES('01a1e412-ecd2-7cbb-8622-4d94b6b5fd0f','own','$argon2id$v=19$m=19456,t=2,p=1$HbPrhYIksIn5NlvCX6aPag$hB217Mnb2GpJRbwRLqEfr74dNCpPn1nfbyjZc7ZYdNM',1794827807954,0,'',X'',X'',0);
CREATE TABLE recovery_code (
	account_id TEXT  NOT NULL REFERENCES account (id),
	hash       BYTEA NOT NULL,
	PRIMARY KEY (account_id, hash)
);
CREATE TABLE session (
	id          TEXT   NOT NULL PRIMARY KEY,
	token_hash  BYTEA  NOT NULL UNIQUE,
	account_id  TEXT   NOT NULL REFERENCES account (id),
	device_hash BYTEA  NOT NULL, -- empty: the client has no cookies
	address     TEXT   NOT NULL,
	agent       TEXT   NOT NULL,
	created_at  BIGINT NOT NULL,
	seen_at     BIGINT NOT NULL, -- written lazily
	expires_at  BIGINT NOT NULL,
	token_until BIGINT NOT NULL, -- when the token stops being good for binding
	ended_at    BIGINT NOT NULL, -- 0: alive
	end_reason  TEXT   NOT NULL,
	changed_at  BIGINT NOT NULL  -- 0: as it was made; nodes poll for what changed
);
CREATE TABLE device (
	hash       BYTEA  NOT NULL,
	account_id TEXT   NOT NULL REFERENCES account (id),
	login_at   BIGINT NOT NULL,
	PRIMARY KEY (hash, account_id)
);
CREATE TABLE throttle (
	bucket    TEXT   NOT NULL PRIMARY KEY,
	tries     BIGINT NOT NULL,
	delay     BIGINT NOT NULL,
	ready_at  BIGINT NOT NULL, -- no further try before; for a steady bucket its theoretical arrival time
	forget_at BIGINT NOT NULL  -- as if it had never been, from then on
);
CREATE TABLE programme (
	code       TEXT NOT NULL PRIMARY KEY,
	name       TEXT NOT NULL,
	name_en    TEXT NOT NULL,
	college    TEXT NOT NULL,
	college_en TEXT NOT NULL
);
INSERT INTO programme VALUES('MKT','市场营销','Marketing','工商管理学院','School of Business Administration');
INSERT INTO programme VALUES('ACC','会计学','Accounting','会计学院','School of Accounting');
INSERT INTO programme VALUES('FIN','金融学','Finance','金融学院','School of Finance');
INSERT INTO programme VALUES('BDA','商务数据分析','Business Analytics','商务信息学院','School of Business Information');
CREATE TABLE student (
	id                 TEXT   NOT NULL PRIMARY KEY,
	account_id         TEXT   NOT NULL, -- empty until an account is opened
	number             TEXT   NOT NULL,
	name               TEXT   NOT NULL,
	name_latin         TEXT   NOT NULL,
	gender             TEXT   NOT NULL,
	photo              TEXT   NOT NULL, -- key in the blob store
	phone              TEXT   NOT NULL,
	national_id        BYTEA,           -- sealed; the row's id is the additional data
	national_id_index  BYTEA,           -- keyed hash: finds a number without opening any
	campus_id          TEXT   NOT NULL,
	programme_code     TEXT   NOT NULL,
	class              TEXT   NOT NULL,
	entry_year         BIGINT NOT NULL,
	study_mode         TEXT   NOT NULL,
	status             TEXT   NOT NULL,
	graduation         TEXT   NOT NULL, -- the expected day, 2027-06-30
	adviser            TEXT   NOT NULL,
	credits_earned     BIGINT NOT NULL, -- in tenths of a credit, as the next
	credits_required   BIGINT NOT NULL,
	native_place       TEXT   NOT NULL, -- region code
	emergency_name     TEXT   NOT NULL,
	emergency_phone    TEXT   NOT NULL,
	email              TEXT   NOT NULL,
	address            TEXT   NOT NULL,
	-- Bytes and not text: they sort the same on both engines, whatever the locale, so a prefix is a range of an index.
	number_key         BYTEA  NOT NULL,
	name_key           BYTEA  NOT NULL,
	latin_key          BYTEA  NOT NULL,
	created_at         BIGINT NOT NULL,
	updated_at         BIGINT NOT NULL
);
INSERT INTO student VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb39-7ef3-93e8-899d3505a405','202501001','林晓雨','Lin Xiaoyu','female','','13800000001',X'01e7919bb17cb83241a7532c98b3c02b55f1ce94076e085e08a1af32b8e188082926d7d5e31c203ab23c98b6de57cca1181559',X'01747c9d2da114e77106fdb0a0fd79cfbb71e88484efdfa1a69e70a0e35365c1','north','MKT','市营2501',2025,'full-time','enrolled','2029-06-30','周明远',455,1600,'','','','lin.xiaoyu@stu.hengshan.example','',X'323032353031303031',X'e69e97e69993e99ba8',X'6c696e7869616f7975',1794827807539,1794827807546);
INSERT INTO student VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb3a-7931-9acb-ab59e3f3696e','202501002','陈浩然','Chen Haoran','male','','13800000002',X'01e7919bb173cbc6426e509592f85201defae83cfd2e26e288e6c565d552f2ec3d55b599bc95a4e13b965ca7617004baa289ec',X'832451bd531f15e443d070d71f56b806d54529f3b9e68f7438468c168cfffa6b','north','MKT','市营2501',2025,'full-time','enrolled','2029-06-30','周明远',495,1600,'500103','','','chen.haoran@stu.hengshan.example','',X'323032353031303032',X'e99988e6b5a9e784b6',X'6368656e68616f72616e',1794827807546,1794827807546);
CREATE TABLE revision (
	scope TEXT   NOT NULL PRIMARY KEY, -- id of a term, a group …; empty: the college as a whole
	n     BIGINT NOT NULL              -- what the college's number was when the scope last changed
);
INSERT INTO revision VALUES('',69);
INSERT INTO revision VALUES('2026-spring',63);
INSERT INTO revision VALUES('2026-autumn',65);
INSERT INTO revision VALUES('college',16);
INSERT INTO revision VALUES('01a1e412-eb32-774a-a1c5-1319a0935bb0',35);
INSERT INTO revision VALUES('01a1e412-eb32-7925-9775-bba15944a985',36);
INSERT INTO revision VALUES('01a1e412-eb32-79d2-8677-9fc0b4f1571a',37);
INSERT INTO revision VALUES('01a1e412-eb32-7a4c-9955-9a195fb5ff0e',38);
INSERT INTO revision VALUES('01a1e412-eb32-7ac3-9586-1c2e9e9dc76d',39);
INSERT INTO revision VALUES('01a1e412-eb32-7b3a-a733-16d9a8e1b22f',40);
INSERT INTO revision VALUES('01a1e412-eb32-7c02-b465-64a5e36527a6',41);
INSERT INTO revision VALUES('01a1e412-eb32-7c76-bf49-3561876e50c8',42);
INSERT INTO revision VALUES('01a1e412-eb32-7cd5-9827-4c1ad4bf6474',43);
INSERT INTO revision VALUES('01a1e412-eb32-7d8d-851d-948ead82b881',44);
INSERT INTO revision VALUES('01a1e412-eb32-7e00-9648-af52fa89d552',45);
INSERT INTO revision VALUES('01a1e412-eb32-7e5d-968c-72f17d9c95ef',46);
INSERT INTO revision VALUES('01a1e412-eb32-7f09-8b70-b6eb56e5932c',47);
INSERT INTO revision VALUES('01a1e412-eb33-7058-a5df-29daac88f8b1',66);
INSERT INTO revision VALUES('01a1e412-eb33-710f-be52-d569612be40b',49);
INSERT INTO revision VALUES('01a1e412-eb33-71fd-ac27-2dd7740d2b40',67);
INSERT INTO revision VALUES('01a1e412-eb33-7260-9af4-657d8533fb9d',51);
INSERT INTO revision VALUES('01a1e412-eb33-730d-b1d7-8def82f4fb6a',69);
INSERT INTO revision VALUES('01a1e412-eb33-73aa-becc-2f8fac85e820',53);
INSERT INTO revision VALUES('01a1e412-eb33-7404-a1ff-e2873ae08139',68);
INSERT INTO revision VALUES('01a1e412-eb33-74b9-9458-0b1a1b74a874',55);
INSERT INTO revision VALUES('01a1e412-eb33-7515-abb1-b7398b23143b',56);
INSERT INTO revision VALUES('01a1e412-eb33-75b5-a682-224e4f85434c',57);
INSERT INTO revision VALUES('01a1e412-eb33-763b-9ebb-720571a2fd48',58);
CREATE TABLE teacher (
	id      TEXT NOT NULL PRIMARY KEY,
	number  TEXT NOT NULL, -- the college's own number; empty when it gives none
	name    TEXT NOT NULL,
	name_en TEXT NOT NULL
);
INSERT INTO teacher VALUES('01a1e412-eb2e-7d1a-bcf8-a88922d29fa5','T001','周明远','Zhou Mingyuan');
INSERT INTO teacher VALUES('01a1e412-eb2f-70cc-964b-f61cde5a7386','T002','何静','He Jing');
INSERT INTO teacher VALUES('01a1e412-eb2f-71e4-87db-c2e0523817be','T003','孙立诚','Sun Licheng');
INSERT INTO teacher VALUES('01a1e412-eb2f-735b-a6ae-c2127ff63d3b','T004','郑雅文','Zheng Yawen');
INSERT INTO teacher VALUES('01a1e412-eb2f-7474-a122-7941b97d2a0d','T005','马国栋','Ma Guodong');
INSERT INTO teacher VALUES('01a1e412-eb2f-7564-9c9c-5d507a827d8c','T006','许清','Xu Qing');
INSERT INTO teacher VALUES('01a1e412-eb2f-764d-82b6-3ce71de82ee6','T007','吴启航','Wu Qihang');
INSERT INTO teacher VALUES('01a1e412-eb2f-7730-8d52-f4eb201e6f29','T008','高岚','Gao Lan');
INSERT INTO teacher VALUES('01a1e412-eb2f-7819-80e7-14dc37c42ed0','T009','罗嘉树','Luo Jiashu');
INSERT INTO teacher VALUES('01a1e412-eb2f-7944-a805-f9452eada375','T010','Grace Bennett','Grace Bennett');
CREATE TABLE course (
	id         TEXT   NOT NULL PRIMARY KEY,
	code       TEXT   NOT NULL,
	name       TEXT   NOT NULL,
	name_en    TEXT   NOT NULL,
	credits    BIGINT NOT NULL, -- in tenths of a credit
	summary    TEXT   NOT NULL,
	summary_en TEXT   NOT NULL
);
INSERT INTO course VALUES('01a1e412-eb2f-7cef-a8dc-1a62d988bfd2','ACC101','基础会计','Principles of Accounting',30,'从一张凭证到三张报表。','From a voucher to the three statements.');
INSERT INTO course VALUES('01a1e412-eb30-718f-963a-09ec0513d9dc','ECO101','微观经济学','Microeconomics',30,'消费者、企业与市场。','Consumers, firms and markets.');
INSERT INTO course VALUES('01a1e412-eb31-7968-9d67-dbfd3e7f9c7a','ECO102','宏观经济学','Macroeconomics',30,'产出、就业、物价与政策。','Output, jobs, prices and policy.');
INSERT INTO course VALUES('01a1e412-eb31-7ac5-a25f-afe29555eb9e','MGT101','管理学原理','Principles of Management',25,'计划、组织、领导与控制。','Planning, organising, leading and control.');
INSERT INTO course VALUES('01a1e412-eb31-7bd8-8653-ad1bd483aea7','MKT201','市场营销学','Marketing',30,'认识顾客，创造价值。','Know the customer, create value.');
INSERT INTO course VALUES('01a1e412-eb31-7cfa-8ca0-b89a3344c3fc','FIN201','公司金融','Corporate Finance',30,'投资、融资与估值。','Investing, financing and valuation.');
INSERT INTO course VALUES('01a1e412-eb31-7df8-ae59-c73266d72cff','STA201','商务统计','Business Statistics',30,'用数据说话：描述、推断与回归。','Describe, infer and regress.');
INSERT INTO course VALUES('01a1e412-eb31-7efa-8025-f37f48be538d','LAW201','经济法','Business Law',20,'合同、公司与竞争。','Contracts, companies and competition.');
INSERT INTO course VALUES('01a1e412-eb32-70af-bf25-dc8cda6accaf','ENG201','商务英语','Business English',20,'邮件、会议与谈判。','E-mail, meetings and negotiations.');
INSERT INTO course VALUES('01a1e412-eb32-71a2-83f7-0046010c8749','OPS301','运营管理','Operations Management',25,'流程、库存与供应链。','Processes, stock and supply chains.');
INSERT INTO course VALUES('01a1e412-eb32-7294-8310-c6e1b3d823a0','HRM301','人力资源管理','Human Resource Management',20,'招聘、培养与激励。','Hiring, developing and motivating.');
INSERT INTO course VALUES('01a1e412-eb32-7380-bdb3-cd66f03fa724','BDA301','商业数据分析','Business Data Analytics',30,'从问题到看板。','From a question to a dashboard.');
CREATE TABLE course_teacher (
	course_id  TEXT   NOT NULL REFERENCES course (id),
	teacher_id TEXT   NOT NULL REFERENCES teacher (id),
	place      BIGINT NOT NULL, -- their order, from 1
	PRIMARY KEY (course_id, teacher_id)
);
INSERT INTO course_teacher VALUES('01a1e412-eb2f-7cef-a8dc-1a62d988bfd2','01a1e412-eb2e-7d1a-bcf8-a88922d29fa5',1);
INSERT INTO course_teacher VALUES('01a1e412-eb30-718f-963a-09ec0513d9dc','01a1e412-eb2f-71e4-87db-c2e0523817be',1);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7968-9d67-dbfd3e7f9c7a','01a1e412-eb2f-71e4-87db-c2e0523817be',1);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7968-9d67-dbfd3e7f9c7a','01a1e412-eb2f-7474-a122-7941b97d2a0d',2);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7ac5-a25f-afe29555eb9e','01a1e412-eb2f-7474-a122-7941b97d2a0d',1);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7bd8-8653-ad1bd483aea7','01a1e412-eb2f-70cc-964b-f61cde5a7386',1);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7bd8-8653-ad1bd483aea7','01a1e412-eb2f-7730-8d52-f4eb201e6f29',2);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7cfa-8ca0-b89a3344c3fc','01a1e412-eb2f-764d-82b6-3ce71de82ee6',1);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7df8-ae59-c73266d72cff','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',1);
INSERT INTO course_teacher VALUES('01a1e412-eb31-7efa-8025-f37f48be538d','01a1e412-eb2f-7564-9c9c-5d507a827d8c',1);
INSERT INTO course_teacher VALUES('01a1e412-eb32-70af-bf25-dc8cda6accaf','01a1e412-eb2f-7944-a805-f9452eada375',1);
INSERT INTO course_teacher VALUES('01a1e412-eb32-71a2-83f7-0046010c8749','01a1e412-eb2f-7819-80e7-14dc37c42ed0',1);
INSERT INTO course_teacher VALUES('01a1e412-eb32-7294-8310-c6e1b3d823a0','01a1e412-eb2f-7730-8d52-f4eb201e6f29',1);
INSERT INTO course_teacher VALUES('01a1e412-eb32-7380-bdb3-cd66f03fa724','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',1);
INSERT INTO course_teacher VALUES('01a1e412-eb32-7380-bdb3-cd66f03fa724','01a1e412-eb2f-7819-80e7-14dc37c42ed0',2);
CREATE TABLE course_group (
	id        TEXT NOT NULL PRIMARY KEY,
	course_id TEXT NOT NULL REFERENCES course (id),
	term_id   TEXT NOT NULL,
	code      TEXT NOT NULL, -- the college's own, unique within a term
	name      TEXT NOT NULL,
	name_en   TEXT NOT NULL
);
INSERT INTO course_group VALUES('01a1e412-eb32-774a-a1c5-1319a0935bb0','01a1e412-eb2f-7cef-a8dc-1a62d988bfd2','2026-spring','ACC101-1','基础会计 01 班','Principles of Accounting, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7925-9775-bba15944a985','01a1e412-eb30-718f-963a-09ec0513d9dc','2026-spring','ECO101-1','微观经济学 01 班','Microeconomics, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-79d2-8677-9fc0b4f1571a','01a1e412-eb31-7ac5-a25f-afe29555eb9e','2026-spring','MGT101-1','管理学原理 01 班','Principles of Management, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7a4c-9955-9a195fb5ff0e','01a1e412-eb31-7bd8-8653-ad1bd483aea7','2026-spring','MKT201-1','市场营销学 01 班','Marketing, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7ac3-9586-1c2e9e9dc76d','01a1e412-eb31-7cfa-8ca0-b89a3344c3fc','2026-spring','FIN201-1','公司金融 01 班','Corporate Finance, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7b3a-a733-16d9a8e1b22f','01a1e412-eb31-7df8-ae59-c73266d72cff','2026-spring','STA201-1','商务统计 01 班','Business Statistics, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7c02-b465-64a5e36527a6','01a1e412-eb2f-7cef-a8dc-1a62d988bfd2','2026-autumn','ACC101-1','基础会计 01 班','Principles of Accounting, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7c76-bf49-3561876e50c8','01a1e412-eb2f-7cef-a8dc-1a62d988bfd2','2026-autumn','ACC101-2','基础会计 02 班','Principles of Accounting, group 2');
INSERT INTO course_group VALUES('01a1e412-eb32-7cd5-9827-4c1ad4bf6474','01a1e412-eb30-718f-963a-09ec0513d9dc','2026-autumn','ECO101-1','微观经济学 01 班','Microeconomics, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7d8d-851d-948ead82b881','01a1e412-eb30-718f-963a-09ec0513d9dc','2026-autumn','ECO101-2','微观经济学 02 班','Microeconomics, group 2');
INSERT INTO course_group VALUES('01a1e412-eb32-7e00-9648-af52fa89d552','01a1e412-eb31-7ac5-a25f-afe29555eb9e','2026-autumn','MGT101-1','管理学原理 01 班','Principles of Management, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7e5d-968c-72f17d9c95ef','01a1e412-eb32-70af-bf25-dc8cda6accaf','2026-autumn','ENG201-1','商务英语 01 班','Business English, group 1');
INSERT INTO course_group VALUES('01a1e412-eb32-7f09-8b70-b6eb56e5932c','01a1e412-eb32-70af-bf25-dc8cda6accaf','2026-autumn','ENG201-2','商务英语 02 班','Business English, group 2');
INSERT INTO course_group VALUES('01a1e412-eb33-7058-a5df-29daac88f8b1','01a1e412-eb31-7bd8-8653-ad1bd483aea7','2026-autumn','MKT201-1','市场营销学 01 班','Marketing, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-710f-be52-d569612be40b','01a1e412-eb31-7bd8-8653-ad1bd483aea7','2026-autumn','MKT201-2','市场营销学 02 班','Marketing, group 2');
INSERT INTO course_group VALUES('01a1e412-eb33-71fd-ac27-2dd7740d2b40','01a1e412-eb31-7cfa-8ca0-b89a3344c3fc','2026-autumn','FIN201-1','公司金融 01 班','Corporate Finance, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-7260-9af4-657d8533fb9d','01a1e412-eb31-7cfa-8ca0-b89a3344c3fc','2026-autumn','FIN201-2','公司金融 02 班','Corporate Finance, group 2');
INSERT INTO course_group VALUES('01a1e412-eb33-730d-b1d7-8def82f4fb6a','01a1e412-eb31-7df8-ae59-c73266d72cff','2026-autumn','STA201-1','商务统计 01 班','Business Statistics, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-73aa-becc-2f8fac85e820','01a1e412-eb31-7df8-ae59-c73266d72cff','2026-autumn','STA201-2','商务统计 02 班','Business Statistics, group 2');
INSERT INTO course_group VALUES('01a1e412-eb33-7404-a1ff-e2873ae08139','01a1e412-eb31-7968-9d67-dbfd3e7f9c7a','2026-autumn','ECO102-1','宏观经济学 01 班','Macroeconomics, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-74b9-9458-0b1a1b74a874','01a1e412-eb31-7efa-8025-f37f48be538d','2026-autumn','LAW201-1','经济法 01 班','Business Law, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-7515-abb1-b7398b23143b','01a1e412-eb32-71a2-83f7-0046010c8749','2026-autumn','OPS301-1','运营管理 01 班','Operations Management, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-75b5-a682-224e4f85434c','01a1e412-eb32-7294-8310-c6e1b3d823a0','2026-autumn','HRM301-1','人力资源管理 01 班','Human Resource Management, group 1');
INSERT INTO course_group VALUES('01a1e412-eb33-763b-9ebb-720571a2fd48','01a1e412-eb32-7380-bdb3-cd66f03fa724','2026-autumn','BDA301-1','商业数据分析 01 班','Business Data Analytics, group 1');
CREATE TABLE enrolment (
	student_id TEXT   NOT NULL,
	group_id   TEXT   NOT NULL REFERENCES course_group (id),
	state      TEXT   NOT NULL, -- confirmed, pending, dropped
	changed_at BIGINT NOT NULL,
	PRIMARY KEY (student_id, group_id)
);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb32-774a-a1c5-1319a0935bb0','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb32-774a-a1c5-1319a0935bb0','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb32-7925-9775-bba15944a985','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb32-7925-9775-bba15944a985','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb32-79d2-8677-9fc0b4f1571a','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb32-79d2-8677-9fc0b4f1571a','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-7058-a5df-29daac88f8b1','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb33-7058-a5df-29daac88f8b1','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-71fd-ac27-2dd7740d2b40','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb33-71fd-ac27-2dd7740d2b40','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-730d-b1d7-8def82f4fb6a','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb33-730d-b1d7-8def82f4fb6a','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-7404-a1ff-e2873ae08139','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb33-7404-a1ff-e2873ae08139','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-74b9-9458-0b1a1b74a874','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb33-74b9-9458-0b1a1b74a874','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-75b5-a682-224e4f85434c','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb3a-75e7-9ee9-baa4f4aacb90','01a1e412-eb33-75b5-a682-224e4f85434c','confirmed',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-763b-9ebb-720571a2fd48','pending',1794827807823);
INSERT INTO enrolment VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb33-7515-abb1-b7398b23143b','dropped',1794827807823);
CREATE TABLE lesson (
	id         TEXT    NOT NULL PRIMARY KEY,
	course_id  TEXT    NOT NULL REFERENCES course (id),
	position   BIGINT  NOT NULL, -- from 1 within the course
	title      TEXT    NOT NULL,
	title_en   TEXT    NOT NULL,
	group_id   TEXT    NOT NULL, -- of the class it records; empty otherwise
	class_id   TEXT    NOT NULL, -- the class it records; empty otherwise
	published  BOOLEAN NOT NULL,
	preview    BOOLEAN NOT NULL, -- open to visitors
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL
);
INSERT INTO lesson VALUES('01a1e412-eccc-711b-a848-aeea59d951e8','01a1e412-eb31-7bd8-8653-ad1bd483aea7',1,'营销是什么','What marketing is','','',1,1,1794827807948,1794827807948);
INSERT INTO lesson VALUES('01a1e412-eccc-7585-881d-729621688d84','01a1e412-eb31-7bd8-8653-ad1bd483aea7',2,'认识顾客','Know the customer','01a1e412-eb33-7058-a5df-29daac88f8b1','01a1e412-ec67-7d21-9596-a54b9f9675e2.5',1,0,1794827807948,1794827807948);
INSERT INTO lesson VALUES('01a1e412-eccc-7d55-9c0d-d475a4d636e4','01a1e412-eb31-7bd8-8653-ad1bd483aea7',3,'定价','Pricing','','',1,0,1794827807948,1794827807948);
INSERT INTO lesson VALUES('01a1e412-eccd-7064-adfb-259c4f05d5ff','01a1e412-eb31-7bd8-8653-ad1bd483aea7',4,'渠道','Channels','','',0,0,1794827807949,1794827807949);
INSERT INTO lesson VALUES('01a1e412-eccd-72a1-aced-eaddfd499db5','01a1e412-eb31-7df8-ae59-c73266d72cff',1,'平均数会骗人吗','Can an average lie?','01a1e412-eb33-730d-b1d7-8def82f4fb6a','01a1e412-ec6c-7b37-a15d-1c9cddf636e1.5',1,0,1794827807949,1794827807949);
CREATE TABLE progress (
	student_id TEXT   NOT NULL,
	course_id  TEXT   NOT NULL REFERENCES course (id),
	percent    BIGINT NOT NULL, -- 0 to 100
	at         BIGINT NOT NULL, -- when it was reached
	reset_at   BIGINT NOT NULL, derived BOOLEAN NOT NULL DEFAULT FALSE, -- what was reached before this instant no longer counts; 0 when nothing was reset
	PRIMARY KEY (student_id, course_id)
);
INSERT INTO progress VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eb31-7bd8-8653-ad1bd483aea7',42,1794787200000,0,0);
CREATE TABLE term (
	id           TEXT   NOT NULL PRIMARY KEY, -- such as 2026-autumn: it stands in addresses
	name         TEXT   NOT NULL,
	name_en      TEXT   NOT NULL,
	first_monday TEXT   NOT NULL,
	weeks        BIGINT NOT NULL
, changed_at BIGINT NOT NULL DEFAULT 0, revision BIGINT NOT NULL DEFAULT 0);
INSERT INTO term VALUES('2026-spring','2025–2026 学年第二学期','Spring term 2026','2026-04-13',18,0,0);
INSERT INTO term VALUES('2026-autumn','2026–2027 学年第一学期','Autumn term 2026','2026-10-12',18,0,0);
CREATE TABLE campus (
	id       TEXT   NOT NULL PRIMARY KEY,
	name     TEXT   NOT NULL,
	name_en  TEXT   NOT NULL,
	position BIGINT NOT NULL
);
INSERT INTO campus VALUES('north','北校区','North Campus',1);
INSERT INTO campus VALUES('lakeside','滨湖校区','Lakeside Campus',2);
CREATE TABLE period_scheme (
	id        TEXT NOT NULL PRIMARY KEY,
	campus_id TEXT NOT NULL REFERENCES campus (id),
	from_date TEXT NOT NULL,
	to_date   TEXT NOT NULL
, changed_at BIGINT NOT NULL DEFAULT 0, revision BIGINT NOT NULL DEFAULT 0);
INSERT INTO period_scheme VALUES('north-2025-summer','north','2025-05-01','2025-09-30',0,0);
INSERT INTO period_scheme VALUES('north-2025-winter','north','2025-10-01','2026-04-30',0,0);
INSERT INTO period_scheme VALUES('lakeside-2025-summer','lakeside','2025-05-01','2025-09-30',0,0);
INSERT INTO period_scheme VALUES('lakeside-2025-winter','lakeside','2025-10-01','2026-04-30',0,0);
INSERT INTO period_scheme VALUES('north-2026-summer','north','2026-05-01','2026-09-30',0,0);
INSERT INTO period_scheme VALUES('north-2026-winter','north','2026-10-01','2027-04-30',0,0);
INSERT INTO period_scheme VALUES('lakeside-2026-summer','lakeside','2026-05-01','2026-09-30',0,0);
INSERT INTO period_scheme VALUES('lakeside-2026-winter','lakeside','2026-10-01','2027-04-30',0,0);
INSERT INTO period_scheme VALUES('north-2027-summer','north','2027-05-01','2027-09-30',0,0);
INSERT INTO period_scheme VALUES('north-2027-winter','north','2027-10-01','2028-04-30',0,0);
INSERT INTO period_scheme VALUES('lakeside-2027-summer','lakeside','2027-05-01','2027-09-30',0,0);
INSERT INTO period_scheme VALUES('lakeside-2027-winter','lakeside','2027-10-01','2028-04-30',0,0);
CREATE TABLE period (
	scheme_id TEXT   NOT NULL REFERENCES period_scheme (id),
	number    BIGINT NOT NULL,
	starts    TEXT   NOT NULL,
	ends      TEXT   NOT NULL,
	PRIMARY KEY (scheme_id, number)
);
INSERT INTO period VALUES('north-2025-summer',1,'08:00','08:45');
INSERT INTO period VALUES('north-2025-summer',2,'08:55','09:40');
INSERT INTO period VALUES('north-2025-summer',3,'10:00','10:45');
INSERT INTO period VALUES('north-2025-summer',4,'10:55','11:40');
INSERT INTO period VALUES('north-2025-summer',5,'14:00','14:45');
INSERT INTO period VALUES('north-2025-summer',6,'14:55','15:40');
INSERT INTO period VALUES('north-2025-summer',7,'16:00','16:45');
INSERT INTO period VALUES('north-2025-summer',8,'16:55','17:40');
INSERT INTO period VALUES('north-2025-summer',9,'19:00','19:45');
INSERT INTO period VALUES('north-2025-summer',10,'19:55','20:40');
INSERT INTO period VALUES('north-2025-winter',1,'08:00','08:45');
INSERT INTO period VALUES('north-2025-winter',2,'08:55','09:40');
INSERT INTO period VALUES('north-2025-winter',3,'10:00','10:45');
INSERT INTO period VALUES('north-2025-winter',4,'10:55','11:40');
INSERT INTO period VALUES('north-2025-winter',5,'13:30','14:15');
INSERT INTO period VALUES('north-2025-winter',6,'14:25','15:10');
INSERT INTO period VALUES('north-2025-winter',7,'15:30','16:15');
INSERT INTO period VALUES('north-2025-winter',8,'16:25','17:10');
INSERT INTO period VALUES('north-2025-winter',9,'18:30','19:15');
INSERT INTO period VALUES('north-2025-winter',10,'19:25','20:10');
INSERT INTO period VALUES('lakeside-2025-summer',1,'08:30','09:15');
INSERT INTO period VALUES('lakeside-2025-summer',2,'09:20','10:05');
INSERT INTO period VALUES('lakeside-2025-summer',3,'10:25','11:10');
INSERT INTO period VALUES('lakeside-2025-summer',4,'11:15','12:00');
INSERT INTO period VALUES('lakeside-2025-summer',5,'14:20','15:05');
INSERT INTO period VALUES('lakeside-2025-summer',6,'15:10','15:55');
INSERT INTO period VALUES('lakeside-2025-summer',7,'16:15','17:00');
INSERT INTO period VALUES('lakeside-2025-summer',8,'17:05','17:50');
INSERT INTO period VALUES('lakeside-2025-summer',9,'19:10','19:55');
INSERT INTO period VALUES('lakeside-2025-winter',1,'08:30','09:15');
INSERT INTO period VALUES('lakeside-2025-winter',2,'09:20','10:05');
INSERT INTO period VALUES('lakeside-2025-winter',3,'10:25','11:10');
INSERT INTO period VALUES('lakeside-2025-winter',4,'11:15','12:00');
INSERT INTO period VALUES('lakeside-2025-winter',5,'13:50','14:35');
INSERT INTO period VALUES('lakeside-2025-winter',6,'14:40','15:25');
INSERT INTO period VALUES('lakeside-2025-winter',7,'15:45','16:30');
INSERT INTO period VALUES('lakeside-2025-winter',8,'16:35','17:20');
INSERT INTO period VALUES('lakeside-2025-winter',9,'18:40','19:25');
INSERT INTO period VALUES('north-2026-summer',1,'08:00','08:45');
INSERT INTO period VALUES('north-2026-summer',2,'08:55','09:40');
INSERT INTO period VALUES('north-2026-summer',3,'10:00','10:45');
INSERT INTO period VALUES('north-2026-summer',4,'10:55','11:40');
INSERT INTO period VALUES('north-2026-summer',5,'14:00','14:45');
INSERT INTO period VALUES('north-2026-summer',6,'14:55','15:40');
INSERT INTO period VALUES('north-2026-summer',7,'16:00','16:45');
INSERT INTO period VALUES('north-2026-summer',8,'16:55','17:40');
INSERT INTO period VALUES('north-2026-summer',9,'19:00','19:45');
INSERT INTO period VALUES('north-2026-summer',10,'19:55','20:40');
INSERT INTO period VALUES('north-2026-winter',1,'08:00','08:45');
INSERT INTO period VALUES('north-2026-winter',2,'08:55','09:40');
INSERT INTO period VALUES('north-2026-winter',3,'10:00','10:45');
INSERT INTO period VALUES('north-2026-winter',4,'10:55','11:40');
INSERT INTO period VALUES('north-2026-winter',5,'13:30','14:15');
INSERT INTO period VALUES('north-2026-winter',6,'14:25','15:10');
INSERT INTO period VALUES('north-2026-winter',7,'15:30','16:15');
INSERT INTO period VALUES('north-2026-winter',8,'16:25','17:10');
INSERT INTO period VALUES('north-2026-winter',9,'18:30','19:15');
INSERT INTO period VALUES('north-2026-winter',10,'19:25','20:10');
INSERT INTO period VALUES('lakeside-2026-summer',1,'08:30','09:15');
INSERT INTO period VALUES('lakeside-2026-summer',2,'09:20','10:05');
INSERT INTO period VALUES('lakeside-2026-summer',3,'10:25','11:10');
INSERT INTO period VALUES('lakeside-2026-summer',4,'11:15','12:00');
INSERT INTO period VALUES('lakeside-2026-summer',5,'14:20','15:05');
INSERT INTO period VALUES('lakeside-2026-summer',6,'15:10','15:55');
INSERT INTO period VALUES('lakeside-2026-summer',7,'16:15','17:00');
INSERT INTO period VALUES('lakeside-2026-summer',8,'17:05','17:50');
INSERT INTO period VALUES('lakeside-2026-summer',9,'19:10','19:55');
INSERT INTO period VALUES('lakeside-2026-winter',1,'08:30','09:15');
INSERT INTO period VALUES('lakeside-2026-winter',2,'09:20','10:05');
INSERT INTO period VALUES('lakeside-2026-winter',3,'10:25','11:10');
INSERT INTO period VALUES('lakeside-2026-winter',4,'11:15','12:00');
INSERT INTO period VALUES('lakeside-2026-winter',5,'13:50','14:35');
INSERT INTO period VALUES('lakeside-2026-winter',6,'14:40','15:25');
INSERT INTO period VALUES('lakeside-2026-winter',7,'15:45','16:30');
INSERT INTO period VALUES('lakeside-2026-winter',8,'16:35','17:20');
INSERT INTO period VALUES('lakeside-2026-winter',9,'18:40','19:25');
INSERT INTO period VALUES('north-2027-summer',1,'08:00','08:45');
INSERT INTO period VALUES('north-2027-summer',2,'08:55','09:40');
INSERT INTO period VALUES('north-2027-summer',3,'10:00','10:45');
INSERT INTO period VALUES('north-2027-summer',4,'10:55','11:40');
INSERT INTO period VALUES('north-2027-summer',5,'14:00','14:45');
INSERT INTO period VALUES('north-2027-summer',6,'14:55','15:40');
INSERT INTO period VALUES('north-2027-summer',7,'16:00','16:45');
INSERT INTO period VALUES('north-2027-summer',8,'16:55','17:40');
INSERT INTO period VALUES('north-2027-summer',9,'19:00','19:45');
INSERT INTO period VALUES('north-2027-summer',10,'19:55','20:40');
INSERT INTO period VALUES('north-2027-winter',1,'08:00','08:45');
INSERT INTO period VALUES('north-2027-winter',2,'08:55','09:40');
INSERT INTO period VALUES('north-2027-winter',3,'10:00','10:45');
INSERT INTO period VALUES('north-2027-winter',4,'10:55','11:40');
INSERT INTO period VALUES('north-2027-winter',5,'13:30','14:15');
INSERT INTO period VALUES('north-2027-winter',6,'14:25','15:10');
INSERT INTO period VALUES('north-2027-winter',7,'15:30','16:15');
INSERT INTO period VALUES('north-2027-winter',8,'16:25','17:10');
INSERT INTO period VALUES('north-2027-winter',9,'18:30','19:15');
INSERT INTO period VALUES('north-2027-winter',10,'19:25','20:10');
INSERT INTO period VALUES('lakeside-2027-summer',1,'08:30','09:15');
INSERT INTO period VALUES('lakeside-2027-summer',2,'09:20','10:05');
INSERT INTO period VALUES('lakeside-2027-summer',3,'10:25','11:10');
INSERT INTO period VALUES('lakeside-2027-summer',4,'11:15','12:00');
INSERT INTO period VALUES('lakeside-2027-summer',5,'14:20','15:05');
INSERT INTO period VALUES('lakeside-2027-summer',6,'15:10','15:55');
INSERT INTO period VALUES('lakeside-2027-summer',7,'16:15','17:00');
INSERT INTO period VALUES('lakeside-2027-summer',8,'17:05','17:50');
INSERT INTO period VALUES('lakeside-2027-summer',9,'19:10','19:55');
INSERT INTO period VALUES('lakeside-2027-winter',1,'08:30','09:15');
INSERT INTO period VALUES('lakeside-2027-winter',2,'09:20','10:05');
INSERT INTO period VALUES('lakeside-2027-winter',3,'10:25','11:10');
INSERT INTO period VALUES('lakeside-2027-winter',4,'11:15','12:00');
INSERT INTO period VALUES('lakeside-2027-winter',5,'13:50','14:35');
INSERT INTO period VALUES('lakeside-2027-winter',6,'14:40','15:25');
INSERT INTO period VALUES('lakeside-2027-winter',7,'15:45','16:30');
INSERT INTO period VALUES('lakeside-2027-winter',8,'16:35','17:20');
INSERT INTO period VALUES('lakeside-2027-winter',9,'18:40','19:25');
CREATE TABLE room (
	id        TEXT NOT NULL PRIMARY KEY,
	campus_id TEXT NOT NULL REFERENCES campus (id),
	name      TEXT NOT NULL,
	name_en   TEXT NOT NULL
);
INSERT INTO room VALUES('north-A101','north','明德楼 A101','Mingde Hall A101');
INSERT INTO room VALUES('north-A102','north','明德楼 A102','Mingde Hall A102');
INSERT INTO room VALUES('north-A203','north','明德楼 A203','Mingde Hall A203');
INSERT INTO room VALUES('north-A305','north','明德楼 A305','Mingde Hall A305');
INSERT INTO room VALUES('north-B110','north','明德楼 B110','Mingde Hall B110');
INSERT INTO room VALUES('north-B204','north','明德楼 B204','Mingde Hall B204');
INSERT INTO room VALUES('north-hall','north','报告厅','Lecture Hall');
INSERT INTO room VALUES('north-lab','north','数据实验室','Data Lab');
INSERT INTO room VALUES('lakeside-101','lakeside','湖心楼 101','Huxin Building 101');
INSERT INTO room VALUES('lakeside-102','lakeside','湖心楼 102','Huxin Building 102');
INSERT INTO room VALUES('lakeside-201','lakeside','湖心楼 201','Huxin Building 201');
INSERT INTO room VALUES('lakeside-202','lakeside','湖心楼 202','Huxin Building 202');
INSERT INTO room VALUES('lakeside-301','lakeside','湖心楼 301','Huxin Building 301');
INSERT INTO room VALUES('lakeside-hall','lakeside','大礼堂','Great Hall');
CREATE TABLE meeting (
	id           TEXT   NOT NULL PRIMARY KEY,
	group_id     TEXT   NOT NULL,
	kind         TEXT   NOT NULL, -- class, exam
	weekday      BIGINT NOT NULL, -- Monday is 1
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	starts       TEXT   NOT NULL, -- 00:00 with periods, as the next
	ends         TEXT   NOT NULL,
	weeks        TEXT   NOT NULL, -- canonical: 1-16, 1-15 odd, 2,4,6-10
	campus_id    TEXT   NOT NULL,
	room_id      TEXT   NOT NULL, -- empty: online
	teacher_id   TEXT   NOT NULL  -- empty: not known
, changed_at BIGINT NOT NULL DEFAULT 0, revision BIGINT NOT NULL DEFAULT 0);
INSERT INTO meeting VALUES('01a1e412-ec61-7887-b973-9342549ce681','01a1e412-eb32-774a-a1c5-1319a0935bb0','class',1,1,2,'00:00','00:00','1-16','north','north-hall','01a1e412-eb2e-7d1a-bcf8-a88922d29fa5',0,0);
INSERT INTO meeting VALUES('01a1e412-ec62-763a-9891-c10013c2c9e9','01a1e412-eb32-7925-9775-bba15944a985','class',2,3,4,'00:00','00:00','1-16','north','north-hall','01a1e412-eb2f-71e4-87db-c2e0523817be',0,0);
INSERT INTO meeting VALUES('01a1e412-ec62-7e6a-adcb-afeaa39f92be','01a1e412-eb32-79d2-8677-9fc0b4f1571a','class',3,5,6,'00:00','00:00','1-15 odd','north','north-hall','01a1e412-eb2f-7474-a122-7941b97d2a0d',0,0);
INSERT INTO meeting VALUES('01a1e412-ec63-7730-aa7a-4e4ef747d565','01a1e412-eb32-7a4c-9955-9a195fb5ff0e','class',1,5,6,'00:00','00:00','1-16','lakeside','lakeside-hall','01a1e412-eb2f-70cc-964b-f61cde5a7386',0,0);
INSERT INTO meeting VALUES('01a1e412-ec64-7054-b17f-dd3daeb54f67','01a1e412-eb32-7ac3-9586-1c2e9e9dc76d','class',2,1,2,'00:00','00:00','1-16','lakeside','lakeside-hall','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec64-7880-98fe-a6a3c4984fed','01a1e412-eb32-7b3a-a733-16d9a8e1b22f','class',4,3,4,'00:00','00:00','1-12','lakeside','lakeside-hall','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',0,0);
INSERT INTO meeting VALUES('01a1e412-ec64-7ea5-be30-469fe5017b92','01a1e412-eb32-7c02-b465-64a5e36527a6','class',1,3,4,'00:00','00:00','1-16','north','north-B204','01a1e412-eb2e-7d1a-bcf8-a88922d29fa5',0,0);
INSERT INTO meeting VALUES('01a1e412-ec64-7ea7-b4c9-1b5d8520cb13','01a1e412-eb32-7c02-b465-64a5e36527a6','class',3,1,2,'00:00','00:00','2-16 even','north','north-B204','01a1e412-eb2e-7d1a-bcf8-a88922d29fa5',0,0);
INSERT INTO meeting VALUES('01a1e412-ec65-7610-a026-9cd5d59e22e8','01a1e412-eb32-7c76-bf49-3561876e50c8','class',1,1,2,'00:00','00:00','1-16','lakeside','lakeside-202','01a1e412-eb2e-7d1a-bcf8-a88922d29fa5',0,0);
INSERT INTO meeting VALUES('01a1e412-ec65-7613-a3fe-7fa4e3eee605','01a1e412-eb32-7c76-bf49-3561876e50c8','class',3,3,4,'00:00','00:00','2-16 even','lakeside','lakeside-202','01a1e412-eb2e-7d1a-bcf8-a88922d29fa5',0,0);
INSERT INTO meeting VALUES('01a1e412-ec65-7dc8-9a21-c110460f99a7','01a1e412-eb32-7cd5-9827-4c1ad4bf6474','class',2,5,6,'00:00','00:00','1-16','north','north-A101','01a1e412-eb2f-71e4-87db-c2e0523817be',0,0);
INSERT INTO meeting VALUES('01a1e412-ec66-7428-ac19-0591e2a11bfb','01a1e412-eb32-7d8d-851d-948ead82b881','class',4,5,6,'00:00','00:00','1-16','lakeside','lakeside-301','01a1e412-eb2f-71e4-87db-c2e0523817be',0,0);
INSERT INTO meeting VALUES('01a1e412-ec66-79ac-a61a-480d863d8c58','01a1e412-eb32-7e00-9648-af52fa89d552','class',5,5,6,'00:00','00:00','1-15','lakeside','lakeside-hall','01a1e412-eb2f-7474-a122-7941b97d2a0d',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-7057-8259-972eca6d0a2c','01a1e412-eb32-7e5d-968c-72f17d9c95ef','class',2,1,2,'00:00','00:00','1-16','north','north-A102','01a1e412-eb2f-7944-a805-f9452eada375',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-705a-94a9-a1404101dc93','01a1e412-eb32-7e5d-968c-72f17d9c95ef','class',5,1,2,'00:00','00:00','1-15 odd','north','north-A102','01a1e412-eb2f-7944-a805-f9452eada375',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-76bb-9d03-66cc77138843','01a1e412-eb32-7f09-8b70-b6eb56e5932c','class',2,3,4,'00:00','00:00','1-16','lakeside','lakeside-301','01a1e412-eb2f-7944-a805-f9452eada375',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-76bd-b293-ccb8f3c19804','01a1e412-eb32-7f09-8b70-b6eb56e5932c','class',5,3,4,'00:00','00:00','1-15 odd','lakeside','lakeside-301','01a1e412-eb2f-7944-a805-f9452eada375',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-7d21-9596-a54b9f9675e2','01a1e412-eb33-7058-a5df-29daac88f8b1','class',1,1,2,'00:00','00:00','1-16','north','north-A101','01a1e412-eb2f-70cc-964b-f61cde5a7386',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-7d25-b0c1-3b24bc8d99bd','01a1e412-eb33-7058-a5df-29daac88f8b1','class',3,3,4,'00:00','00:00','1-15 odd','north','north-A102','01a1e412-eb2f-70cc-964b-f61cde5a7386',0,0);
INSERT INTO meeting VALUES('01a1e412-ec67-7d26-978d-6463621249ad','01a1e412-eb33-7058-a5df-29daac88f8b1','exam',1,0,0,'09:00','11:00','17','north','north-hall','01a1e412-eb2f-70cc-964b-f61cde5a7386',0,0);
INSERT INTO meeting VALUES('01a1e412-ec68-7cf4-a08e-666a46077dca','01a1e412-eb33-710f-be52-d569612be40b','class',2,1,2,'00:00','00:00','1-16','lakeside','lakeside-101','01a1e412-eb2f-7730-8d52-f4eb201e6f29',0,0);
INSERT INTO meeting VALUES('01a1e412-ec68-7cf7-b81a-4d971202945d','01a1e412-eb33-710f-be52-d569612be40b','class',4,3,4,'00:00','00:00','1-15 odd','lakeside','lakeside-101','01a1e412-eb2f-7730-8d52-f4eb201e6f29',0,0);
INSERT INTO meeting VALUES('01a1e412-ec68-7cf8-a7e0-8af80dd84ddb','01a1e412-eb33-710f-be52-d569612be40b','exam',1,0,0,'09:00','11:00','17','lakeside','lakeside-hall','01a1e412-eb2f-7730-8d52-f4eb201e6f29',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6b-79d9-b09d-6d9fb10086d9','01a1e412-eb33-71fd-ac27-2dd7740d2b40','class',2,3,4,'00:00','00:00','1-16','north','north-A203','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6b-7a00-9504-d90939183599','01a1e412-eb33-71fd-ac27-2dd7740d2b40','class',4,1,2,'00:00','00:00','2-16 even','north','north-A203','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6b-7a01-a6fb-12fb55f5ac0a','01a1e412-eb33-71fd-ac27-2dd7740d2b40','exam',5,0,0,'09:00','11:00','17','north','north-hall','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6c-73ce-a779-643a389950dc','01a1e412-eb33-7260-9af4-657d8533fb9d','class',3,1,2,'00:00','00:00','1-16','lakeside','lakeside-102','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6c-73d0-af75-621240ebea83','01a1e412-eb33-7260-9af4-657d8533fb9d','class',5,3,4,'00:00','00:00','2-16 even','lakeside','lakeside-102','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6c-73d1-870d-c6faf9aa1aaf','01a1e412-eb33-7260-9af4-657d8533fb9d','exam',5,0,0,'09:00','11:00','17','lakeside','lakeside-hall','01a1e412-eb2f-764d-82b6-3ce71de82ee6',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6c-7b37-a15d-1c9cddf636e1','01a1e412-eb33-730d-b1d7-8def82f4fb6a','class',3,5,6,'00:00','00:00','1-12','north','north-A305','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6c-7b3c-beff-f5d037fd6242','01a1e412-eb33-730d-b1d7-8def82f4fb6a','class',5,1,2,'00:00','00:00','2,4,6-10','north','north-lab','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6c-7b3d-8e54-a038c1fe8ebd','01a1e412-eb33-730d-b1d7-8def82f4fb6a','exam',2,0,0,'09:00','10:30','18','north','north-lab','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6d-7313-8bb9-feb599cb3b1f','01a1e412-eb33-73aa-becc-2f8fac85e820','class',1,3,4,'00:00','00:00','1-12','lakeside','lakeside-201','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',0,0);
INSERT INTO meeting VALUES('01a1e412-ec6d-7315-afc4-21a65701f692','01a1e412-eb33-73aa-becc-2f8fac85e820','class',3,7,8,'00:00','00:00','2,4,6-10','lakeside','lakeside-201','01a1e412-eb2f-735b-a6ae-c2127ff63d3b',0,0);
INSERT INTO meeting VALUES('01a1e412-ecc9-7188-975c-5709c40c6d75','01a1e412-eb33-7404-a1ff-e2873ae08139','class',1,5,6,'00:00','00:00','1-16','north','north-hall','01a1e412-eb2f-71e4-87db-c2e0523817be',0,0);
INSERT INTO meeting VALUES('01a1e412-ecc9-718e-a872-8193784ea457','01a1e412-eb33-7404-a1ff-e2873ae08139','exam',3,0,0,'14:00','16:00','17','north','north-hall','01a1e412-eb2f-71e4-87db-c2e0523817be',0,0);
INSERT INTO meeting VALUES('01a1e412-ecc9-7e0b-8da9-0ab4608d38a8','01a1e412-eb33-74b9-9458-0b1a1b74a874','class',4,6,7,'00:00','00:00','1-10','north','north-hall','01a1e412-eb2f-7564-9c9c-5d507a827d8c',0,0);
INSERT INTO meeting VALUES('01a1e412-ecc9-7e0e-8f0f-4d2abc8aa83a','01a1e412-eb33-74b9-9458-0b1a1b74a874','class',2,0,0,'19:00','20:30','11-12','north','','01a1e412-eb2f-7564-9c9c-5d507a827d8c',0,0);
INSERT INTO meeting VALUES('01a1e412-ecc9-7e10-8c8c-d42c1602a2c9','01a1e412-eb33-74b9-9458-0b1a1b74a874','exam',4,0,0,'14:00','15:30','18','north','north-hall','01a1e412-eb2f-7564-9c9c-5d507a827d8c',0,0);
INSERT INTO meeting VALUES('01a1e412-ecca-78a9-984d-20fc685f199a','01a1e412-eb33-7515-abb1-b7398b23143b','class',1,7,8,'00:00','00:00','1-14','north','north-B110','01a1e412-eb2f-7819-80e7-14dc37c42ed0',0,0);
INSERT INTO meeting VALUES('01a1e412-eccb-71e8-a1fd-b8256b617321','01a1e412-eb33-75b5-a682-224e4f85434c','class',4,5,6,'00:00','00:00','3-14','north','north-B110','01a1e412-eb2f-7730-8d52-f4eb201e6f29',0,0);
INSERT INTO meeting VALUES('01a1e412-eccb-7b2a-acfb-9de6c06296ba','01a1e412-eb33-763b-9ebb-720571a2fd48','class',3,7,8,'00:00','00:00','1-8,10-16','north','north-lab','01a1e412-eb2f-7819-80e7-14dc37c42ed0',0,0);
CREATE TABLE class_change (
	id           TEXT    NOT NULL PRIMARY KEY,
	group_id     TEXT    NOT NULL,
	class_id     TEXT    NOT NULL, -- the class concerned; empty for add
	action       TEXT    NOT NULL, -- cancel, move, add
	kind         TEXT    NOT NULL, -- for add: class, exam
	day          TEXT,             -- NULL: keep
	first_period BIGINT  NOT NULL, -- no hours at all: keep
	last_period  BIGINT  NOT NULL,
	starts       TEXT    NOT NULL,
	ends         TEXT    NOT NULL,
	campus_id    TEXT    NOT NULL, -- empty: keep, as the next
	room_id      TEXT    NOT NULL,
	online       BOOLEAN NOT NULL, -- from now on without a room
	teacher_id   TEXT    NOT NULL, -- empty: keep
	note         TEXT    NOT NULL,
	published_at BIGINT  NOT NULL,
	withdrawn_at BIGINT  NOT NULL  -- 0 while it holds
, revision BIGINT NOT NULL DEFAULT 0);
INSERT INTO class_change VALUES('01a1e412-eccf-7691-a964-3782f02dcfd7','01a1e412-eb33-7058-a5df-29daac88f8b1','01a1e412-ec67-7d21-9596-a54b9f9675e2.7','cancel','',NULL,0,0,'00:00','00:00','','',0,'',replace('教师出差，本次停课。\nThe teacher is travelling; this class is not held.','\n',char(10)),1794730800000,0,66);
INSERT INTO class_change VALUES('01a1e412-ecd0-7321-99a4-1f76ab4d585d','01a1e412-eb33-71fd-ac27-2dd7740d2b40','01a1e412-ec6b-79d9-b09d-6d9fb10086d9.6','move','','2026-11-20',5,6,'00:00','00:00','north','north-B204',0,'',replace('与讲座时间冲突，调至周五。\nA guest lecture takes the hour; moved to Friday.','\n',char(10)),1794621900000,0,67);
INSERT INTO class_change VALUES('01a1e412-ecd1-71b3-b555-31d6817e69cf','01a1e412-eb33-7404-a1ff-e2873ae08139','01a1e412-ecc9-7188-975c-5709c40c6d75.7','move','',NULL,0,0,'00:00','00:00','north','north-A305',0,'',replace('报告厅设备检修。\nThe lecture hall is being repaired.','\n',char(10)),1794531600000,0,68);
INSERT INTO class_change VALUES('01a1e412-ecd1-7e4d-99dd-2814ec9f51a2','01a1e412-eb33-730d-b1d7-8def82f4fb6a','','add','class','2026-12-05',3,4,'00:00','00:00','north','north-lab',0,'01a1e412-eb2f-735b-a6ae-c2127ff63d3b',replace('期中复习课。\nA revision class before the mid-term exams.','\n',char(10)),1794713400000,0,69);
CREATE TABLE day_mapping (
	id           TEXT    NOT NULL PRIMARY KEY,
	term_id      TEXT    NOT NULL REFERENCES term (id),
	date         TEXT    NOT NULL,
	off          BOOLEAN NOT NULL,
	week         BIGINT  NOT NULL, -- 0 when off, as the next
	weekday      BIGINT  NOT NULL,
	note         TEXT    NOT NULL,
	published_at BIGINT  NOT NULL,
	withdrawn_at BIGINT  NOT NULL
, revision BIGINT NOT NULL DEFAULT 0);
INSERT INTO day_mapping VALUES('01a1e412-ecce-7543-ad38-2f173be1cb0f','2026-autumn','2026-11-01',0,3,5,'补校庆日周五的课',1790038800000,0,64);
INSERT INTO day_mapping VALUES('01a1e412-ecce-7ce9-bbac-ea39708e6065','2026-autumn','2026-11-28',0,8,4,'补运动会周四的课',1794466800000,0,65);
CREATE TABLE holiday (
	id           TEXT   NOT NULL PRIMARY KEY,
	name         TEXT   NOT NULL,
	name_en      TEXT   NOT NULL,
	from_date    TEXT   NOT NULL,
	to_date      TEXT   NOT NULL,
	published_at BIGINT NOT NULL,
	withdrawn_at BIGINT NOT NULL
, revision BIGINT NOT NULL DEFAULT 0);
INSERT INTO holiday VALUES('01a1e412-eccd-77d2-8524-4211ee1ff08a','校庆日','Founders'' Day','2026-10-30','2026-10-30',1790038800000,0,61);
INSERT INTO holiday VALUES('01a1e412-eccd-7b1d-a36f-63423539a726','校运动会','Sports Days','2026-12-03','2026-12-04',1790038800000,0,62);
INSERT INTO holiday VALUES('01a1e412-eccd-7cf6-8781-c92c95767929','文化节','Culture Day','2026-06-10','2026-06-10',1790038800000,0,63);
CREATE TABLE calendar_feed (
	student_id  TEXT   NOT NULL PRIMARY KEY,
	nonce       TEXT   NOT NULL,
	secret_hash BYTEA  NOT NULL, -- SHA-256
	language    TEXT   NOT NULL, -- of the texts in it
	created_at  BIGINT NOT NULL
);
CREATE TABLE message (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL, -- message, notice, todo
	tag          BIGINT  NOT NULL, -- 0 to 3; of notices and todos
	title        TEXT    NOT NULL,
	title_en     TEXT    NOT NULL,
	subtitle     TEXT    NOT NULL,
	subtitle_en  TEXT    NOT NULL,
	content      TEXT    NOT NULL,
	content_en   TEXT    NOT NULL,
	avatar       TEXT    NOT NULL,
	link         TEXT    NOT NULL, -- a path of the portal
	audience     TEXT    NOT NULL, -- all, programme, group, student, account
	target       TEXT    NOT NULL, -- which one; empty for all
	acknowledge  BOOLEAN NOT NULL, -- readers are asked to say that they have understood
	topic        TEXT    NOT NULL, -- what it is about, so that it is neither sent twice nor left when it is settled
	sender       TEXT    NOT NULL, -- account id
	sent_at      BIGINT  NOT NULL,
	expires_at   BIGINT  NOT NULL, -- 0: never
	withdrawn_at BIGINT  NOT NULL  -- 0: it stands
);
INSERT INTO message VALUES('01a1e412-ecd2-750b-a8ed-c45ae05754aa','notice',2,'欢迎使用学生端','Welcome to the student portal','教务处','Registrar','课表、学籍信息和课程回放都在这里。课表有调整时，你会在这里收到消息。','Your timetable, your record and recorded lectures live here. When a class changes, a message tells you.','bell','/student/timetable','all','',0,'','system',1793099807954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-77f9-94a0-baa3bea21b1c','notice',3,'期中考试纪律，请确认收到','Rules for the mid-term exams: please acknowledge','教务处','Registrar','考试须携带学生证，手机须关机并放入指定区域。请阅读后点击“收到”。','Bring your student card; phones are switched off and left where you are told. Read this, then press “Got it”.','exam','','all','',1,'','system',1794655007954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-785e-96b4-9e70ae8105b9','notice',0,'营销策划大赛开始报名','Enter the marketing contest','工商管理学院','School of Business Administration','三至五人一队，第九周周五截止。','Teams of three to five; entries close on Friday of week 9.','flag','','programme','MKT',0,'','system',1794395807954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-78df-821e-4c2defcc5f5f','message',0,'下周请带笔记本电脑','Bring a laptop next week','郑雅文','Zheng Yawen','周五在数据实验室练习回归分析。','On Friday we practise regression in the data lab.','T004','/student/timetable','group','01a1e412-eb33-730d-b1d7-8def82f4fb6a',0,'','system',1794734207954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-7947-910c-99dccf97b565','message',0,'停课：市场营销学，下周一第 1–2 节','Cancelled: Marketing, next Monday, periods 1–2','课表变动','Timetable','教师出差，本次停课。','The teacher is travelling; this class is not held.','cancelled','/student/timetable','group','01a1e412-eb33-7058-a5df-29daac88f8b1',0,'','system',1794766607954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-79e2-82ee-12e022447cdb','message',0,'调课：公司金融，本周二改至周五','Moved: Corporate Finance, from Tuesday to Friday this week','课表变动','Timetable','周五第 5–6 节，明德楼 B204。','Friday, periods 5–6, Mingde Hall B204.','moved','/student/timetable','group','01a1e412-eb33-71fd-ac27-2dd7740d2b40',0,'','system',1794658607954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-7a2e-b399-00351dfd19e9','notice',0,'校运动会调休安排','Make-up day for the Sports Days','教务处','Registrar','第八周周四、周五停课；第七周周六补第八周周四的课。','No classes on Thursday and Friday of week 8; Saturday of week 7 follows the Thursday of week 8.','calendar','/student/timetable','all','',0,'','system',1794482207954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-7aa4-ba8b-3ea0f5aaa3ab','message',0,'第五周的回放已上传','The recording of week 5 is online','何静','He Jing','请在下次课前看完案例部分。','Please watch the case before the next class.','T002','/student/watch','group','01a1e412-eb33-7058-a5df-29daac88f8b1',0,'','system',1794136607954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-7b00-865e-fa8aa42c2e21','message',0,'关于你的案例报告','About your case report','何静','He Jing','结构清楚，数据来源请补充。','Well structured; please name your sources.','T002','','student','01a1e412-eb33-7d45-a6d9-2da1f84c49ba',0,'','system',1794568607954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-7b8a-87ba-c216d1b540b8','todo',2,'补全学籍信息','Complete your record','学生事务办公室','Student office','籍贯和紧急联系人还是空的，只需填写一次。','Native place and emergency contact are empty; you fill them in once.','id','/student/userinfo','student','01a1e412-eb33-7d45-a6d9-2da1f84c49ba',0,'','system',1794482207954,0,0);
INSERT INTO message VALUES('01a1e412-ecd2-7bd5-a62b-bceb2670df76','todo',3,'核对已修学分','Check your credits','教务处','Registrar','如有出入，请在第八周前联系教务处。','If they are wrong, tell the registrar before week 8.','check','/student/userinfo','all','',0,'','system',1794806207954,0,0);
INSERT INTO message VALUES('01a1e412-ed92-7b20-9183-cc8e551bdfb0','message',0,'回放上线：市场营销学，认识顾客','Recording: Marketing, Know the customer','课程回放','Recordings','','','recording','/student/watch?lesson=01a1e412-eccc-7585-881d-729621688d84','group','01a1e412-eb33-7058-a5df-29daac88f8b1',0,'course.recording:01a1e412-eccc-7585-881d-729621688d84','system',1794827808146,0,0);
INSERT INTO message VALUES('01a1e412-edcd-73a6-94ea-1644c50fd6da','message',0,'回放上线：商务统计，平均数会骗人吗','Recording: Business Statistics, Can an average lie?','课程回放','Recordings','','','recording','/student/watch?lesson=01a1e412-eccd-72a1-aced-eaddfd499db5','group','01a1e412-eb33-730d-b1d7-8def82f4fb6a',0,'course.recording:01a1e412-eccd-72a1-aced-eaddfd499db5','system',1794827808205,0,0);
CREATE TABLE message_read (
	account_id      TEXT   NOT NULL,
	message_id      TEXT   NOT NULL REFERENCES message (id),
	read_at         BIGINT NOT NULL,
	acknowledged_at BIGINT NOT NULL, -- 0: not yet
	PRIMARY KEY (account_id, message_id)
);
INSERT INTO message_read VALUES('01a1e412-eb39-7ef3-93e8-899d3505a405','01a1e412-ecd2-750b-a8ed-c45ae05754aa',1794787200000,0);
INSERT INTO message_read VALUES('01a1e412-eb39-7ef3-93e8-899d3505a405','01a1e412-ecd2-7a2e-b399-00351dfd19e9',1794787200000,0);
INSERT INTO message_read VALUES('01a1e412-eb39-7ef3-93e8-899d3505a405','01a1e412-ecd2-77f9-94a0-baa3bea21b1c',1794787200000,0);
INSERT INTO message_read VALUES('01a1e412-eb39-7ef3-93e8-899d3505a405','01a1e412-ecd2-7bd5-a62b-bceb2670df76',1794787200000,0);
CREATE TABLE import (
	id        TEXT   NOT NULL PRIMARY KEY,
	kind      TEXT   NOT NULL, -- students, courses, groups, enrolments, timetable, changes …
	file      TEXT   NOT NULL, -- its name, without folders
	hash      TEXT   NOT NULL, -- SHA-256 of its bytes
	account   TEXT   NOT NULL, -- who did it
	at        BIGINT NOT NULL,
	created   BIGINT NOT NULL, -- rows by what became of them, as the next three
	changed   BIGINT NOT NULL,
	unchanged BIGINT NOT NULL,
	refused   BIGINT NOT NULL,
	undone_at BIGINT NOT NULL  -- 0: it stands
);
CREATE TABLE import_step (
	import_id TEXT   NOT NULL REFERENCES import (id),
	seq       BIGINT NOT NULL,
	line      BIGINT NOT NULL, -- of the file
	thing     TEXT   NOT NULL, -- student, account, course …
	object    TEXT   NOT NULL, -- its id; of an enrolment student and group, with a blank between
	before    BYTEA,           -- the rows as they were; NULL: there were none
	after     BYTEA,           -- a digest of the rows as they became; NULL: it was published and is to be withdrawn
	PRIMARY KEY (import_id, seq)
);
CREATE TABLE asset (
	id            TEXT    NOT NULL PRIMARY KEY,
	lesson_id     TEXT    NOT NULL, -- empty until it is linked
	state         TEXT    NOT NULL CHECK (state IN ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
	percent       BIGINT  NOT NULL, -- of the preparing
	reason        TEXT    NOT NULL, -- why it failed: the code of a sentence; empty otherwise
	reason_params TEXT    NOT NULL, -- what is filled into the sentence, a JSON object; empty otherwise
	file          TEXT    NOT NULL, -- the name that the person who gave it calls it by
	format        TEXT    NOT NULL, -- what its first bytes say: mp4, matroska, mpegts …
	size          BIGINT  NOT NULL, -- of the file as given, in bytes
	source        TEXT    NOT NULL, -- its key in the blob store
	output        TEXT    NOT NULL, -- where its renditions begin in the blob store; empty while there are none
	parts         TEXT    NOT NULL, -- which of them there are: hls audio poster sprite, with blanks between
	duration_ms   BIGINT  NOT NULL, -- 0 while nobody knows
	width         BIGINT  NOT NULL, -- of the picture; 0 when there is none
	height        BIGINT  NOT NULL,
	current       BOOLEAN NOT NULL, -- the one that its lesson plays
	job_id        TEXT    NOT NULL, -- of the preparing; empty when nothing was to prepare
	account_id    TEXT    NOT NULL, -- who gave it
	created_at    BIGINT  NOT NULL,
	updated_at    BIGINT  NOT NULL
);
INSERT INTO asset VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484','01a1e412-eccc-711b-a848-aeea59d951e8','ready',100,'','','marketing-1.mp4','mp4',404748,'','media/01a1e412-ecd7-7cc6-9d60-3da413637484/01a1e412-ecd7-7cc9-895a-f9e5904eb2c5','hls audio poster sprite',60079,0,0,1,'','system',1794827808065,1794827808065);
INSERT INTO asset VALUES('01a1e412-ed49-781b-930f-3a1b1fe868e7','01a1e412-eccc-7585-881d-729621688d84','ready',100,'','','marketing-2.mp4','mp4',276876,'','media/01a1e412-ed49-781b-930f-3a1b1fe868e7/01a1e412-ed49-7820-9ede-67ffe5b3a569','hls audio poster sprite',44078,0,0,1,'','system',1794827808144,1794827808145);
INSERT INTO asset VALUES('01a1e412-ed9c-76ce-b0b0-83854187bdb4','01a1e412-eccd-72a1-aced-eaddfd499db5','ready',100,'','','statistics-1.mp4','mp4',287537,'','media/01a1e412-ed9c-76ce-b0b0-83854187bdb4/01a1e412-ed9c-76d6-9c09-d1bcc0c76e28','hls audio poster sprite',42045,0,0,1,'','system',1794827808204,1794827808204);
CREATE TABLE caption (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	language TEXT   NOT NULL, -- zh-CN, en-US …
	label    TEXT   NOT NULL,
	position BIGINT NOT NULL, -- the first is the default
	text     TEXT   NOT NULL,
	PRIMARY KEY (asset_id, language)
);
INSERT INTO caption VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484','zh-CN','中文',1,replace('WEBVTT\n\n00:00:01.000 --> 00:00:05.800\n大家好，欢迎来到市场营销学。\n\n00:00:06.000 --> 00:00:14.800\n今天我们先问一个问题：营销到底是什么？\n\n00:00:15.000 --> 00:00:18.800\n营销不是推销。\n\n00:00:19.000 --> 00:00:30.800\n推销从产品出发，营销从顾客出发。\n\n00:00:31.000 --> 00:00:37.800\n顾客用钱换的不是商品，而是价值。\n\n00:00:38.000 --> 00:00:46.800\n两边都觉得值得，交换才会发生。\n\n00:00:47.000 --> 00:00:53.800\n记住一句话：认识顾客，创造价值。\n\n00:00:54.000 --> 00:00:59.800\n下一讲，我们来认识顾客。\n','\n',char(10)));
INSERT INTO caption VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484','en-US','English',2,replace('WEBVTT\n\n00:00:01.000 --> 00:00:05.800\nHello, and welcome to Marketing.\n\n00:00:06.000 --> 00:00:14.800\nToday we begin with one question: what is marketing?\n\n00:00:15.000 --> 00:00:18.800\nMarketing is not selling.\n\n00:00:19.000 --> 00:00:30.800\nSelling starts with the product. Marketing starts with the customer.\n\n00:00:31.000 --> 00:00:37.800\nCustomers do not pay for goods, but for value.\n\n00:00:38.000 --> 00:00:46.800\nAn exchange happens when both sides gain.\n\n00:00:47.000 --> 00:00:53.800\nRemember one sentence: know the customer, create value.\n\n00:00:54.000 --> 00:00:59.800\nIn the next lesson we get to know the customer.\n','\n',char(10)));
INSERT INTO caption VALUES('01a1e412-ed49-781b-930f-3a1b1fe868e7','zh-CN','中文',1,replace('WEBVTT\n\n00:00:01.000 --> 00:00:06.800\n上一讲我们说，营销从顾客出发。\n\n00:00:07.000 --> 00:00:14.800\n那么，我们的顾客是谁？\n\n00:00:15.000 --> 00:00:19.800\n没有一种产品适合所有人。\n\n00:00:20.000 --> 00:00:30.800\n把需要相近的人放在一起，就是细分。\n\n00:00:31.000 --> 00:00:43.800\n不要问顾客想要什么，要看他们怎样做。\n','\n',char(10)));
INSERT INTO caption VALUES('01a1e412-ed49-781b-930f-3a1b1fe868e7','en-US','English',2,replace('WEBVTT\n\n00:00:01.000 --> 00:00:06.800\nLast time we said that marketing starts with the customer.\n\n00:00:07.000 --> 00:00:14.800\nSo who is our customer?\n\n00:00:15.000 --> 00:00:19.800\nNo product suits everybody.\n\n00:00:20.000 --> 00:00:30.800\nPeople with similar needs make a segment.\n\n00:00:31.000 --> 00:00:43.800\nDo not ask what customers want. Watch what they do.\n','\n',char(10)));
INSERT INTO caption VALUES('01a1e412-ed9c-76ce-b0b0-83854187bdb4','zh-CN','中文',1,replace('WEBVTT\n\n00:00:01.000 --> 00:00:14.800\n这节课我们讨论三种平均数。\n\n00:00:15.000 --> 00:00:21.800\n九个人月薪五千，一个人月薪五十万。\n\n00:00:22.000 --> 00:00:30.800\n均值说大家都很富，中位数说实话。\n\n00:00:31.000 --> 00:00:41.800\n请用你们班的身高算一算。\n','\n',char(10)));
INSERT INTO caption VALUES('01a1e412-ed9c-76ce-b0b0-83854187bdb4','en-US','English',2,replace('WEBVTT\n\n00:00:01.000 --> 00:00:14.800\nIn this lesson we look at three kinds of average.\n\n00:00:15.000 --> 00:00:21.800\nNine people earn five thousand, one earns half a million.\n\n00:00:22.000 --> 00:00:30.800\nThe mean says all are rich. The median tells the truth.\n\n00:00:31.000 --> 00:00:41.800\nTry it with the heights in your class.\n','\n',char(10)));
CREATE TABLE chapter (
	asset_id TEXT   NOT NULL REFERENCES asset (id),
	position BIGINT NOT NULL, -- from 1
	start_ms BIGINT NOT NULL,
	end_ms   BIGINT NOT NULL,
	title    TEXT   NOT NULL,
	title_en TEXT   NOT NULL,
	PRIMARY KEY (asset_id, position)
);
INSERT INTO chapter VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484',1,0,14000,'营销是什么','What marketing is');
INSERT INTO chapter VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484',2,14000,30000,'顾客在先','The customer comes first');
INSERT INTO chapter VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484',3,30000,46000,'价值与交换','Value and exchange');
INSERT INTO chapter VALUES('01a1e412-ecd7-7cc6-9d60-3da413637484',4,46000,60000,'小结','In short');
INSERT INTO chapter VALUES('01a1e412-ed49-781b-930f-3a1b1fe868e7',1,0,14000,'认识顾客','Know the customer');
INSERT INTO chapter VALUES('01a1e412-ed49-781b-930f-3a1b1fe868e7',2,14000,30000,'市场细分','Segments');
INSERT INTO chapter VALUES('01a1e412-ed49-781b-930f-3a1b1fe868e7',3,30000,44000,'怎样提问','How to ask');
INSERT INTO chapter VALUES('01a1e412-ed9c-76ce-b0b0-83854187bdb4',1,0,14000,'平均数会骗人吗','Can an average lie?');
INSERT INTO chapter VALUES('01a1e412-ed9c-76ce-b0b0-83854187bdb4',2,14000,30000,'均值与中位数','Mean and median');
INSERT INTO chapter VALUES('01a1e412-ed9c-76ce-b0b0-83854187bdb4',3,30000,42000,'练习','Exercise');
CREATE TABLE attachment (
	id         TEXT   NOT NULL PRIMARY KEY,
	lesson_id  TEXT   NOT NULL,
	name       TEXT   NOT NULL,
	type       TEXT   NOT NULL, -- media type
	size       BIGINT NOT NULL,
	key        TEXT   NOT NULL, -- in the blob store
	created_at BIGINT NOT NULL
);
CREATE TABLE upload (
	id         TEXT   NOT NULL PRIMARY KEY,
	account_id TEXT   NOT NULL,
	file       TEXT   NOT NULL,
	size       BIGINT NOT NULL,
	lesson_id  TEXT   NOT NULL, -- where it goes; or a new lesson of this course with this title
	course_id  TEXT   NOT NULL,
	title      TEXT   NOT NULL,
	asset_id   TEXT   NOT NULL, -- what became of it; empty while it is under way
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL
);
CREATE TABLE watching (
	student_id  TEXT    NOT NULL,
	lesson_id   TEXT    NOT NULL,
	spans       TEXT    NOT NULL, -- what was watched, in ms, in order: 0-15000,20000-30500
	total_ms    BIGINT  NOT NULL, -- how much that is
	position_ms BIGINT  NOT NULL, -- where to go on
	percent     BIGINT  NOT NULL, -- of the lesson; never falls
	done        BOOLEAN NOT NULL, -- never taken back
	ledger      TEXT    NOT NULL, -- what the server said to which player when, so that it knows what it may believe
	at          BIGINT  NOT NULL, -- of the last report
	PRIMARY KEY (student_id, lesson_id)
);
INSERT INTO watching VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eccc-711b-a848-aeea59d951e8','0-15000,20000-30000',25000,30000,42,0,'',1794787200000);
CREATE TABLE watched_day (
	student_id TEXT   NOT NULL,
	day        TEXT   NOT NULL, -- civil date
	ms         BIGINT NOT NULL,
	PRIMARY KEY (student_id, day)
);
INSERT INTO watched_day VALUES('01a1e412-eb33-7d45-a6d9-2da1f84c49ba','2026-11-16',25000);
CREATE TABLE note (
	id         TEXT   NOT NULL PRIMARY KEY,
	student_id TEXT   NOT NULL,
	lesson_id  TEXT   NOT NULL,
	at_ms      BIGINT NOT NULL,
	text       TEXT   NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL
);
INSERT INTO note VALUES('note-of-the-release','01a1e412-eb33-7d45-a6d9-2da1f84c49ba','01a1e412-eccc-711b-a848-aeea59d951e8',12500,'四个 P',1794787200000,1794787200000);
CREATE TABLE live_source (
	class_id   TEXT   NOT NULL PRIMARY KEY,
	group_id   TEXT   NOT NULL,
	playlist   TEXT   NOT NULL, -- address of an HLS playlist
	updated_at BIGINT NOT NULL
);
CREATE TABLE push_subscription (
	id         TEXT    NOT NULL PRIMARY KEY,
	endpoint   TEXT    NOT NULL UNIQUE, -- address at the browser's push service; whoever knows it can reach the device
	account_id TEXT    NOT NULL,
	session_id TEXT    NOT NULL,        -- the device is told while this session lives
	p256dh     TEXT    NOT NULL,        -- what messages are encrypted for
	auth       TEXT    NOT NULL,
	language   TEXT    NOT NULL,
	changes    BOOLEAN NOT NULL,        -- wants to know of changes in the timetable,
	recordings BOOLEAN NOT NULL,        -- of new recordings,
	notices    BOOLEAN NOT NULL,        -- of everything else
	created_at BIGINT  NOT NULL,
	updated_at BIGINT  NOT NULL
);
CREATE TABLE meeting_past (
	id           TEXT   NOT NULL,
	group_id     TEXT   NOT NULL,
	kind         TEXT   NOT NULL,
	weekday      BIGINT NOT NULL,
	first_period BIGINT NOT NULL,
	last_period  BIGINT NOT NULL,
	starts       TEXT   NOT NULL,
	ends         TEXT   NOT NULL,
	weeks        TEXT   NOT NULL,
	campus_id    TEXT   NOT NULL,
	room_id      TEXT   NOT NULL,
	teacher_id   TEXT   NOT NULL,
	changed_at   BIGINT NOT NULL,
	until        BIGINT NOT NULL,
	revision     BIGINT NOT NULL, -- at which it ended
	PRIMARY KEY (id, revision)
);
CREATE TABLE period_past (
	scheme_id  TEXT   NOT NULL,
	campus_id  TEXT   NOT NULL,
	from_date  TEXT   NOT NULL,
	to_date    TEXT   NOT NULL,
	number     BIGINT NOT NULL,
	starts     TEXT   NOT NULL,
	ends       TEXT   NOT NULL,
	changed_at BIGINT NOT NULL,
	until      BIGINT NOT NULL,
	revision   BIGINT NOT NULL,
	PRIMARY KEY (scheme_id, revision, number)
);
CREATE TABLE watch_clock (
	student_id TEXT NOT NULL PRIMARY KEY,
	clock      TEXT NOT NULL -- one text, because every report reads and writes it; package course knows it
);
CREATE TABLE term_past (
	term_id      TEXT   NOT NULL,
	first_monday TEXT   NOT NULL,
	weeks        BIGINT NOT NULL,
	until        BIGINT NOT NULL,
	revision     BIGINT NOT NULL, -- at which it ended
	PRIMARY KEY (term_id, revision)
);
CREATE UNIQUE INDEX job_unique_key ON job (kind, unique_key) WHERE state IN ('waiting', 'running');
CREATE INDEX job_due ON job (due_at, id) WHERE state IN ('waiting', 'running');
CREATE INDEX job_state ON job (state, id);
CREATE INDEX audit_object ON audit (object, seq);
CREATE UNIQUE INDEX account_student ON account (student_id) WHERE student_id <> '';
CREATE INDEX account_name ON account (name, id);
CREATE INDEX session_account ON session (account_id, ended_at);
CREATE INDEX session_changed ON session (changed_at);
CREATE INDEX session_device ON session (device_hash);
CREATE INDEX throttle_forget ON throttle (forget_at);
CREATE UNIQUE INDEX student_number      ON student (number_key);
CREATE UNIQUE INDEX student_phone       ON student (phone) WHERE phone <> '';
CREATE UNIQUE INDEX student_account     ON student (account_id) WHERE account_id <> '';
CREATE UNIQUE INDEX student_national_id ON student (national_id_index) WHERE national_id_index IS NOT NULL;
CREATE INDEX student_name      ON student (name_key);
CREATE INDEX student_latin     ON student (latin_key);
CREATE INDEX student_programme ON student (programme_code, class);
CREATE UNIQUE INDEX teacher_number ON teacher (number) WHERE number <> '';
CREATE INDEX teacher_name ON teacher (name);
CREATE UNIQUE INDEX course_code ON course (code);
CREATE INDEX course_teacher_teacher ON course_teacher (teacher_id);
CREATE UNIQUE INDEX course_group_code ON course_group (term_id, code);
CREATE INDEX course_group_course ON course_group (course_id);
CREATE INDEX enrolment_group ON enrolment (group_id, state, student_id);
CREATE INDEX lesson_course ON lesson (course_id, position, id);
CREATE INDEX lesson_group ON lesson (group_id) WHERE class_id <> '';
CREATE UNIQUE INDEX room_name ON room (campus_id, name);
CREATE INDEX meeting_group ON meeting (group_id);
CREATE INDEX meeting_room ON meeting (room_id);
CREATE INDEX meeting_teacher ON meeting (teacher_id);
CREATE INDEX class_change_group ON class_change (group_id, published_at);
CREATE INDEX class_change_room ON class_change (room_id);
CREATE INDEX class_change_teacher ON class_change (teacher_id);
CREATE INDEX day_mapping_term ON day_mapping (term_id, date);
CREATE INDEX holiday_dates ON holiday (to_date, from_date);
CREATE UNIQUE INDEX calendar_feed_secret ON calendar_feed (secret_hash);
CREATE INDEX message_target ON message (audience, target, sent_at);
CREATE INDEX message_sent ON message (sent_at, id);
CREATE UNIQUE INDEX message_topic ON message (topic) WHERE topic <> '' AND withdrawn_at = 0;
CREATE INDEX message_read_message ON message_read (message_id);
CREATE VIEW message_audience AS
SELECT s.id AS student_id, 'all' AS audience, '' AS target FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT s.id, 'programme', s.programme_code FROM student AS s WHERE s.status NOT IN ('graduated', 'withdrawn')
UNION ALL
SELECT e.student_id, 'group', e.group_id FROM enrolment AS e WHERE e.state = 'confirmed'
UNION ALL
SELECT s.id, 'student', s.id FROM student AS s;
CREATE INDEX import_at ON import (at, id);
CREATE UNIQUE INDEX asset_current ON asset (lesson_id) WHERE current;
CREATE INDEX asset_lesson ON asset (lesson_id, created_at, id);
CREATE INDEX attachment_lesson ON attachment (lesson_id, created_at, id);
CREATE INDEX upload_expires ON upload (expires_at);
CREATE INDEX watching_lesson ON watching (lesson_id);
CREATE INDEX note_lesson ON note (student_id, lesson_id, at_ms, id);
CREATE INDEX live_source_group ON live_source (group_id);
CREATE INDEX push_subscription_account ON push_subscription (account_id, updated_at);
CREATE INDEX push_subscription_session ON push_subscription (session_id);
CREATE INDEX meeting_past_group ON meeting_past (group_id, until);
