CREATE TABLE public.account (
    id text NOT NULL,
    phone text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    student_id text NOT NULL,
    enabled boolean NOT NULL,
    nickname text NOT NULL,
    email text NOT NULL,
    country text NOT NULL,
    area text NOT NULL,
    location_name text NOT NULL,
    introduction text NOT NULL,
    website text NOT NULL,
    job text NOT NULL,
    job_name text NOT NULL,
    organization text NOT NULL,
    organization_name text NOT NULL,
    certification text NOT NULL,
    avatar text NOT NULL,
    registered_at bigint NOT NULL,
    login_at bigint NOT NULL
);
CREATE TABLE public.asset (
    id text NOT NULL,
    lesson_id text NOT NULL,
    state text NOT NULL,
    percent bigint NOT NULL,
    reason text NOT NULL,
    reason_params text NOT NULL,
    file text NOT NULL,
    format text NOT NULL,
    size bigint NOT NULL,
    source text NOT NULL,
    output text NOT NULL,
    parts text NOT NULL,
    duration_ms bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    current boolean NOT NULL,
    job_id text NOT NULL,
    account_id text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT asset_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'preparing'::text, 'ready'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE TABLE public.attachment (
    id text NOT NULL,
    lesson_id text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    size bigint NOT NULL,
    key text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.audit (
    seq bigint NOT NULL,
    at bigint NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    session_id text NOT NULL,
    address text NOT NULL,
    action text NOT NULL,
    object text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.audit_head (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.calendar_feed (
    student_id text NOT NULL,
    nonce text NOT NULL,
    secret_hash bytea NOT NULL,
    language text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.campus (
    id text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL,
    "position" bigint NOT NULL
);
CREATE TABLE public.caption (
    asset_id text NOT NULL,
    language text NOT NULL,
    label text NOT NULL,
    "position" bigint NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.chapter (
    asset_id text NOT NULL,
    "position" bigint NOT NULL,
    start_ms bigint NOT NULL,
    end_ms bigint NOT NULL,
    title text NOT NULL,
    title_en text NOT NULL
);
CREATE TABLE public.class_change (
    id text NOT NULL,
    group_id text NOT NULL,
    class_id text NOT NULL,
    action text NOT NULL,
    kind text NOT NULL,
    day text,
    first_period bigint NOT NULL,
    last_period bigint NOT NULL,
    starts text NOT NULL,
    ends text NOT NULL,
    campus_id text NOT NULL,
    room_id text NOT NULL,
    online boolean NOT NULL,
    teacher_id text NOT NULL,
    note text NOT NULL,
    published_at bigint NOT NULL,
    withdrawn_at bigint NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.course (
    id text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL,
    credits bigint NOT NULL,
    summary text NOT NULL,
    summary_en text NOT NULL
);
CREATE TABLE public.course_group (
    id text NOT NULL,
    course_id text NOT NULL,
    term_id text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL
);
CREATE TABLE public.course_teacher (
    course_id text NOT NULL,
    teacher_id text NOT NULL,
    place bigint NOT NULL
);
CREATE TABLE public.credential (
    account_id text NOT NULL,
    kind text NOT NULL,
    secret text NOT NULL,
    changed_at bigint NOT NULL,
    code_until bigint NOT NULL,
    code_session text NOT NULL,
    totp bytea NOT NULL,
    totp_pending bytea NOT NULL,
    totp_step bigint NOT NULL
);
CREATE TABLE public.day_mapping (
    id text NOT NULL,
    term_id text NOT NULL,
    date text NOT NULL,
    off boolean NOT NULL,
    week bigint NOT NULL,
    weekday bigint NOT NULL,
    note text NOT NULL,
    published_at bigint NOT NULL,
    withdrawn_at bigint NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.device (
    hash bytea NOT NULL,
    account_id text NOT NULL,
    login_at bigint NOT NULL
);
CREATE TABLE public.enrolment (
    student_id text NOT NULL,
    group_id text NOT NULL,
    state text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.holiday (
    id text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL,
    from_date text NOT NULL,
    to_date text NOT NULL,
    published_at bigint NOT NULL,
    withdrawn_at bigint NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.import (
    id text NOT NULL,
    kind text NOT NULL,
    file text NOT NULL,
    hash text NOT NULL,
    account text NOT NULL,
    at bigint NOT NULL,
    created bigint NOT NULL,
    changed bigint NOT NULL,
    unchanged bigint NOT NULL,
    refused bigint NOT NULL,
    undone_at bigint NOT NULL
);
CREATE TABLE public.import_step (
    import_id text NOT NULL,
    seq bigint NOT NULL,
    line bigint NOT NULL,
    thing text NOT NULL,
    object text NOT NULL,
    before bytea,
    after bytea
);
CREATE TABLE public.job (
    id text NOT NULL,
    kind text NOT NULL,
    unique_key text,
    payload text NOT NULL,
    state text NOT NULL,
    due_at bigint NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    max_attempts bigint NOT NULL,
    progress bigint DEFAULT 0 NOT NULL,
    cancel_asked boolean DEFAULT false NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    worker text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint DEFAULT 0 NOT NULL,
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text, 'cancelled'::text])))
);
CREATE TABLE public.lesson (
    id text NOT NULL,
    course_id text NOT NULL,
    "position" bigint NOT NULL,
    title text NOT NULL,
    title_en text NOT NULL,
    group_id text NOT NULL,
    class_id text NOT NULL,
    published boolean NOT NULL,
    preview boolean NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.live_source (
    class_id text NOT NULL,
    group_id text NOT NULL,
    playlist text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.meeting (
    id text NOT NULL,
    group_id text NOT NULL,
    kind text NOT NULL,
    weekday bigint NOT NULL,
    first_period bigint NOT NULL,
    last_period bigint NOT NULL,
    starts text NOT NULL,
    ends text NOT NULL,
    weeks text NOT NULL,
    campus_id text NOT NULL,
    room_id text NOT NULL,
    teacher_id text NOT NULL,
    changed_at bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.meeting_past (
    id text NOT NULL,
    group_id text NOT NULL,
    kind text NOT NULL,
    weekday bigint NOT NULL,
    first_period bigint NOT NULL,
    last_period bigint NOT NULL,
    starts text NOT NULL,
    ends text NOT NULL,
    weeks text NOT NULL,
    campus_id text NOT NULL,
    room_id text NOT NULL,
    teacher_id text NOT NULL,
    changed_at bigint NOT NULL,
    until bigint NOT NULL,
    revision bigint NOT NULL
);
CREATE TABLE public.message (
    id text NOT NULL,
    kind text NOT NULL,
    tag bigint NOT NULL,
    title text NOT NULL,
    title_en text NOT NULL,
    subtitle text NOT NULL,
    subtitle_en text NOT NULL,
    content text NOT NULL,
    content_en text NOT NULL,
    avatar text NOT NULL,
    link text NOT NULL,
    audience text NOT NULL,
    target text NOT NULL,
    acknowledge boolean NOT NULL,
    topic text NOT NULL,
    sender text NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    withdrawn_at bigint NOT NULL
);
CREATE TABLE public.student (
    id text NOT NULL,
    account_id text NOT NULL,
    number text NOT NULL,
    name text NOT NULL,
    name_latin text NOT NULL,
    gender text NOT NULL,
    photo text NOT NULL,
    phone text NOT NULL,
    national_id bytea,
    national_id_index bytea,
    campus_id text NOT NULL,
    programme_code text NOT NULL,
    class text NOT NULL,
    entry_year bigint NOT NULL,
    study_mode text NOT NULL,
    status text NOT NULL,
    graduation text NOT NULL,
    adviser text NOT NULL,
    credits_earned bigint NOT NULL,
    credits_required bigint NOT NULL,
    native_place text NOT NULL,
    emergency_name text NOT NULL,
    emergency_phone text NOT NULL,
    email text NOT NULL,
    address text NOT NULL,
    number_key bytea NOT NULL,
    name_key bytea NOT NULL,
    latin_key bytea NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE VIEW public.message_audience AS
 SELECT s.id AS student_id,
    'all'::text AS audience,
    ''::text AS target
   FROM public.student s
  WHERE (s.status <> ALL (ARRAY['graduated'::text, 'withdrawn'::text]))
UNION ALL
 SELECT s.id AS student_id,
    'programme'::text AS audience,
    s.programme_code AS target
   FROM public.student s
  WHERE (s.status <> ALL (ARRAY['graduated'::text, 'withdrawn'::text]))
UNION ALL
 SELECT e.student_id,
    'group'::text AS audience,
    e.group_id AS target
   FROM public.enrolment e
  WHERE (e.state = 'confirmed'::text)
UNION ALL
 SELECT s.id AS student_id,
    'student'::text AS audience,
    s.id AS target
   FROM public.student s;
CREATE TABLE public.message_read (
    account_id text NOT NULL,
    message_id text NOT NULL,
    read_at bigint NOT NULL,
    acknowledged_at bigint NOT NULL
);
CREATE TABLE public.note (
    id text NOT NULL,
    student_id text NOT NULL,
    lesson_id text NOT NULL,
    at_ms bigint NOT NULL,
    text text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.period (
    scheme_id text NOT NULL,
    number bigint NOT NULL,
    starts text NOT NULL,
    ends text NOT NULL
);
CREATE TABLE public.period_past (
    scheme_id text NOT NULL,
    campus_id text NOT NULL,
    from_date text NOT NULL,
    to_date text NOT NULL,
    number bigint NOT NULL,
    starts text NOT NULL,
    ends text NOT NULL,
    changed_at bigint NOT NULL,
    until bigint NOT NULL,
    revision bigint NOT NULL
);
CREATE TABLE public.period_scheme (
    id text NOT NULL,
    campus_id text NOT NULL,
    from_date text NOT NULL,
    to_date text NOT NULL,
    changed_at bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.programme (
    code text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL,
    college text NOT NULL,
    college_en text NOT NULL
);
CREATE TABLE public.progress (
    student_id text NOT NULL,
    course_id text NOT NULL,
    percent bigint NOT NULL,
    at bigint NOT NULL,
    reset_at bigint NOT NULL,
    derived boolean DEFAULT false NOT NULL
);
CREATE TABLE public.push_subscription (
    id text NOT NULL,
    endpoint text NOT NULL,
    account_id text NOT NULL,
    session_id text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text NOT NULL,
    changes boolean NOT NULL,
    recordings boolean NOT NULL,
    notices boolean NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.recovery_code (
    account_id text NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.revision (
    scope text NOT NULL,
    n bigint NOT NULL
);
CREATE TABLE public.room (
    id text NOT NULL,
    campus_id text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL
);
CREATE TABLE public.schema_migration (
    version bigint NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.session (
    id text NOT NULL,
    token_hash bytea NOT NULL,
    account_id text NOT NULL,
    device_hash bytea NOT NULL,
    address text NOT NULL,
    agent text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    token_until bigint NOT NULL,
    ended_at bigint NOT NULL,
    end_reason text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.teacher (
    id text NOT NULL,
    number text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL
);
CREATE TABLE public.term (
    id text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL,
    first_monday text NOT NULL,
    weeks bigint NOT NULL,
    changed_at bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.term_past (
    term_id text NOT NULL,
    first_monday text NOT NULL,
    weeks bigint NOT NULL,
    until bigint NOT NULL,
    revision bigint NOT NULL
);
CREATE TABLE public.throttle (
    bucket text NOT NULL,
    tries bigint NOT NULL,
    delay bigint NOT NULL,
    ready_at bigint NOT NULL,
    forget_at bigint NOT NULL
);
CREATE TABLE public.upload (
    id text NOT NULL,
    account_id text NOT NULL,
    file text NOT NULL,
    size bigint NOT NULL,
    lesson_id text NOT NULL,
    course_id text NOT NULL,
    title text NOT NULL,
    asset_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.watch_clock (
    student_id text NOT NULL,
    clock text NOT NULL
);
CREATE TABLE public.watched_day (
    student_id text NOT NULL,
    day text NOT NULL,
    ms bigint NOT NULL
);
CREATE TABLE public.watching (
    student_id text NOT NULL,
    lesson_id text NOT NULL,
    spans text NOT NULL,
    total_ms bigint NOT NULL,
    position_ms bigint NOT NULL,
    percent bigint NOT NULL,
    done boolean NOT NULL,
    ledger text NOT NULL,
    at bigint NOT NULL
);
INSERT INTO public.account VALUES
	('01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', '13800000001', '林晓雨', 'user', '01a1e412-f059-71a0-bb77-6f7b0472108e', true, '', '', '', '', '', '', '', '', '', '', '衡山商学院', '', '', 1794827808859, 0),
	('01a1e412-f062-701d-b723-a9e16d7d64d8', '13800000002', '陈浩然', 'user', '01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', true, '', '', '', '', '', '', '', '', '', '', '衡山商学院', '', '', 1794827808866, 0),
	('01a1e412-f582-71d5-94ac-fb8caeea4d84', '13900000001', '教务处 Registrar', 'admin', '', true, '', '', '', '', '', '', '', '', '', '', '衡山商学院', '', '', 1794827810178, 0);
INSERT INTO public.asset VALUES
	('01a1e412-f583-72d4-8e15-483ada211042', '01a1e412-f55a-7314-a191-6aec183a0a91', 'ready', 100, '', '', 'marketing-1.mp4', 'mp4', 404748, '', 'media/01a1e412-f583-72d4-8e15-483ada211042/01a1e412-f583-72d6-8948-12f91412a0a8', 'hls audio poster sprite', 60079, 0, 0, true, '', 'system', 1794827810267, 1794827810275),
	('01a1e412-f5ea-7aff-8856-a26d0997562e', '01a1e412-f55b-7ace-babb-c328283e8356', 'ready', 100, '', '', 'marketing-2.mp4', 'mp4', 276876, '', 'media/01a1e412-f5ea-7aff-8856-a26d0997562e/01a1e412-f5ea-7b02-95ef-82b3ebd89f2d', 'hls audio poster sprite', 44078, 0, 0, true, '', 'system', 1794827810369, 1794827810373),
	('01a1e412-f658-731f-ac77-fc0bf2db1b34', '01a1e412-f564-7749-9932-1ad6c6f25122', 'ready', 100, '', '', 'statistics-1.mp4', 'mp4', 287537, '', 'media/01a1e412-f658-731f-ac77-fc0bf2db1b34/01a1e412-f658-7323-93c5-551f9b953823', 'hls audio poster sprite', 42045, 0, 0, true, '', 'system', 1794827810437, 1794827810438);
INSERT INTO public.audit VALUES
	(1, 1773450000000, 'system', 'admin', '', '', 'timetable.put_term', '2026-spring', '', '', 'baaed6f972bdc2cd3f4f189bbbb27d5fdc6c109ead1ea91d2a7019d701a9c596'),
	(2, 1773450000000, 'system', 'admin', '', '', 'timetable.put_term', '2026-autumn', '', '', 'a565f24ae8064012043955bf7a2adf18de997cea5e7ed7ad168a510dcea9e56c'),
	(3, 1773450000000, 'system', 'admin', '', '', 'timetable.put_campus', 'north', '', '', '16641a269becf57b634c227b80ca6f83755aa54480cbad90ff1b6efadde4a390'),
	(4, 1773450000000, 'system', 'admin', '', '', 'timetable.put_campus', 'lakeside', '', '', '4e1d82821a0d3ffae5e9b147db0b29cc000f10bd192eb4381142b524aa3b3d09'),
	(5, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'north-2025-summer', '', '', '705a1699829f4d733bf37f69f1db52bb1fccb2f9da689262d15f633e67708a5c'),
	(6, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'north-2025-winter', '', '', '481974b3dfb713ffb0f207e0a3402777149ead1f5717da34c65026d9036dcaae'),
	(7, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'lakeside-2025-summer', '', '', '4ce6725f183b944c21fc54fa78dc9414c1f2fdbd1189bcbf0b854ef9382cdce4'),
	(8, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'lakeside-2025-winter', '', '', '8ad9bd5c97cbc6e9e66e8942eece4fdda19fa92e055f240219757a7ffce0ba09'),
	(9, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'north-2026-summer', '', '', '60f223a4dd73cde3637b10df15b6f81785ad739a7eca6e61221e6f7c36f723de'),
	(10, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'north-2026-winter', '', '', '301ae2b4ce042179789f6aa1a15ff9ab1664473f63125122421f5a86049b94e0'),
	(11, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'lakeside-2026-summer', '', '', 'efdf11565902acfffac9ef309223b50994bc68194784f8712f5853655429d980'),
	(12, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'lakeside-2026-winter', '', '', '7fee99edef644d22f2d6d2e5f1cae10e2c353d637c7c2a53560a85b0c5a6a91b'),
	(13, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'north-2027-summer', '', '', '6c742a51ed5c3bccd863e0da6087dd6cf2e375e79dcdcd93f24a4987c099c3b7'),
	(14, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'north-2027-winter', '', '', '79f6d91f087a762876047b204ee7e6ac15f6adf141392aaa3ba08e31544df658'),
	(15, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'lakeside-2027-summer', '', '', '4ecd1009d4049c4f6ce0782c95093db198b82a26da3586ccc113dfc3007a2f18'),
	(16, 1773450000000, 'system', 'admin', '', '', 'timetable.put_scheme', 'lakeside-2027-winter', '', '', '358dc50bcfc570954c16be11775441ba478885b590c71a04d87ff2cba2623179'),
	(17, 1773450000000, 'system', 'admin', '', '', 'timetable.put_room', 'north-A101', '', '', '9f79937f7a16457fb543b3cdfe3f0e297190eee73ce9fcfef7210fcbd2376b54'),
	(18, 1773450000000, 'system', 'admin', '', '', 'timetable.put_room', 'north-A102', '', '', '1328b841b98afb993cd54b8968f882d8bffc0c7a1242878648f6ec9761dbb833'),
	(19, 1773450000000, 'system', 'admin', '', '', 'timetable.put_room', 'north-A203', '', '', '2c6d7b1dd239be5a123e2cf629c2037a1e85cdffc8eb881642a8e8a9b2024187'),
	(20, 1773450000000, 'system', 'admin', '', '', 'timetable.put_room', 'north-A305', '', '', '8946e48a1757a42c6980a1d645fca6873806e9778aa83b404f5d209493084c01');
INSERT INTO public.audit_head VALUES
	(1, 20, '8946e48a1757a42c6980a1d645fca6873806e9778aa83b404f5d209493084c01');
INSERT INTO public.campus VALUES
	('north', '北校区', 'North Campus', 1),
	('lakeside', '滨湖校区', 'Lakeside Campus', 2);
INSERT INTO public.caption VALUES
	('01a1e412-f583-72d4-8e15-483ada211042', 'zh-CN', '中文', 1, 'WEBVTT
00:00:01.000 --> 00:00:05.800
大家好，欢迎来到市场营销学。
00:00:06.000 --> 00:00:14.800
今天我们先问一个问题：营销到底是什么？
00:00:15.000 --> 00:00:18.800
营销不是推销。
00:00:19.000 --> 00:00:30.800
推销从产品出发，营销从顾客出发。
00:00:31.000 --> 00:00:37.800
顾客用钱换的不是商品，而是价值。
00:00:38.000 --> 00:00:46.800
两边都觉得值得，交换才会发生。
00:00:47.000 --> 00:00:53.800
记住一句话：认识顾客，创造价值。
00:00:54.000 --> 00:00:59.800
下一讲，我们来认识顾客。
'),
	('01a1e412-f583-72d4-8e15-483ada211042', 'en-US', 'English', 2, 'WEBVTT
00:00:01.000 --> 00:00:05.800
Hello, and welcome to Marketing.
00:00:06.000 --> 00:00:14.800
Today we begin with one question: what is marketing?
00:00:15.000 --> 00:00:18.800
Marketing is not selling.
00:00:19.000 --> 00:00:30.800
Selling starts with the product. Marketing starts with the customer.
00:00:31.000 --> 00:00:37.800
Customers do not pay for goods, but for value.
00:00:38.000 --> 00:00:46.800
An exchange happens when both sides gain.
00:00:47.000 --> 00:00:53.800
Remember one sentence: know the customer, create value.
00:00:54.000 --> 00:00:59.800
In the next lesson we get to know the customer.
'),
	('01a1e412-f5ea-7aff-8856-a26d0997562e', 'zh-CN', '中文', 1, 'WEBVTT
00:00:01.000 --> 00:00:06.800
上一讲我们说，营销从顾客出发。
00:00:07.000 --> 00:00:14.800
那么，我们的顾客是谁？
00:00:15.000 --> 00:00:19.800
没有一种产品适合所有人。
00:00:20.000 --> 00:00:30.800
把需要相近的人放在一起，就是细分。
00:00:31.000 --> 00:00:43.800
不要问顾客想要什么，要看他们怎样做。
'),
	('01a1e412-f5ea-7aff-8856-a26d0997562e', 'en-US', 'English', 2, 'WEBVTT
00:00:01.000 --> 00:00:06.800
Last time we said that marketing starts with the customer.
00:00:07.000 --> 00:00:14.800
So who is our customer?
00:00:15.000 --> 00:00:19.800
No product suits everybody.
00:00:20.000 --> 00:00:30.800
People with similar needs make a segment.
00:00:31.000 --> 00:00:43.800
Do not ask what customers want. Watch what they do.
'),
	('01a1e412-f658-731f-ac77-fc0bf2db1b34', 'zh-CN', '中文', 1, 'WEBVTT
00:00:01.000 --> 00:00:14.800
这节课我们讨论三种平均数。
00:00:15.000 --> 00:00:21.800
九个人月薪五千，一个人月薪五十万。
00:00:22.000 --> 00:00:30.800
均值说大家都很富，中位数说实话。
00:00:31.000 --> 00:00:41.800
请用你们班的身高算一算。
'),
	('01a1e412-f658-731f-ac77-fc0bf2db1b34', 'en-US', 'English', 2, 'WEBVTT
00:00:01.000 --> 00:00:14.800
In this lesson we look at three kinds of average.
00:00:15.000 --> 00:00:21.800
Nine people earn five thousand, one earns half a million.
00:00:22.000 --> 00:00:30.800
The mean says all are rich. The median tells the truth.
00:00:31.000 --> 00:00:41.800
Try it with the heights in your class.
');
INSERT INTO public.chapter VALUES
	('01a1e412-f583-72d4-8e15-483ada211042', 1, 0, 14000, '营销是什么', 'What marketing is'),
	('01a1e412-f583-72d4-8e15-483ada211042', 2, 14000, 30000, '顾客在先', 'The customer comes first'),
	('01a1e412-f583-72d4-8e15-483ada211042', 3, 30000, 46000, '价值与交换', 'Value and exchange'),
	('01a1e412-f583-72d4-8e15-483ada211042', 4, 46000, 60000, '小结', 'In short'),
	('01a1e412-f5ea-7aff-8856-a26d0997562e', 1, 0, 14000, '认识顾客', 'Know the customer'),
	('01a1e412-f5ea-7aff-8856-a26d0997562e', 2, 14000, 30000, '市场细分', 'Segments'),
	('01a1e412-f5ea-7aff-8856-a26d0997562e', 3, 30000, 44000, '怎样提问', 'How to ask'),
	('01a1e412-f658-731f-ac77-fc0bf2db1b34', 1, 0, 14000, '平均数会骗人吗', 'Can an average lie?'),
	('01a1e412-f658-731f-ac77-fc0bf2db1b34', 2, 14000, 30000, '均值与中位数', 'Mean and median'),
	('01a1e412-f658-731f-ac77-fc0bf2db1b34', 3, 30000, 42000, '练习', 'Exercise');
INSERT INTO public.class_change VALUES
	('01a1e412-f571-77a0-bf9a-42eab72204a5', '01a1e412-f045-78ea-9646-c3e7a135e1ea', '01a1e412-f533-7477-a9d0-5bb7126d20b4.7', 'cancel', '', NULL, 0, 0, '00:00', '00:00', '', '', false, '', '教师出差，本次停课。
The teacher is travelling; this class is not held.', 1794730800000, 0, 66),
	('01a1e412-f579-75ac-8fe2-83fcfff25bf8', '01a1e412-f04c-7873-bac2-5189e971ed75', '01a1e412-f53d-7376-8e2c-f171daa54c18.6', 'move', '', '2026-11-20', 5, 6, '00:00', '00:00', 'north', 'north-B204', false, '', '与讲座时间冲突，调至周五。
A guest lecture takes the hour; moved to Friday.', 1794621900000, 0, 67),
	('01a1e412-f57b-7bd7-9543-148ea727dec8', '01a1e412-f04d-75f2-b71f-0ebca4180f8a', '01a1e412-f54a-795c-ab88-af358976f693.7', 'move', '', NULL, 0, 0, '00:00', '00:00', 'north', 'north-A305', false, '', '报告厅设备检修。
The lecture hall is being repaired.', 1794531600000, 0, 68),
	('01a1e412-f57e-72fb-95b5-80073c33ed90', '01a1e412-f04c-7f15-ac72-1ac64714df05', '', 'add', 'class', '2026-12-05', 3, 4, '00:00', '00:00', 'north', 'north-lab', false, '01a1e412-f01d-7cd7-b929-735a09559884', '期中复习课。
A revision class before the mid-term exams.', 1794713400000, 0, 69);
INSERT INTO public.course VALUES
	('01a1e412-f024-75f4-96d4-dc94668d5a29', 'ACC101', '基础会计', 'Principles of Accounting', 30, '从一张凭证到三张报表。', 'From a voucher to the three statements.'),
	('01a1e412-f02a-71a4-a694-908b0dfae7b3', 'ECO101', '微观经济学', 'Microeconomics', 30, '消费者、企业与市场。', 'Consumers, firms and markets.'),
	('01a1e412-f02a-7e51-a00e-5a970b45d0f4', 'ECO102', '宏观经济学', 'Macroeconomics', 30, '产出、就业、物价与政策。', 'Output, jobs, prices and policy.'),
	('01a1e412-f02c-7a03-b137-01b87c8abb04', 'MGT101', '管理学原理', 'Principles of Management', 25, '计划、组织、领导与控制。', 'Planning, organising, leading and control.'),
	('01a1e412-f02e-7206-bb2a-59472fac65c5', 'MKT201', '市场营销学', 'Marketing', 30, '认识顾客，创造价值。', 'Know the customer, create value.'),
	('01a1e412-f030-7d6b-a6c6-54e9f32aa2d3', 'FIN201', '公司金融', 'Corporate Finance', 30, '投资、融资与估值。', 'Investing, financing and valuation.'),
	('01a1e412-f035-758e-8208-ef3e872ad175', 'STA201', '商务统计', 'Business Statistics', 30, '用数据说话：描述、推断与回归。', 'Describe, infer and regress.'),
	('01a1e412-f035-7c6d-a9d9-a430f04ff695', 'LAW201', '经济法', 'Business Law', 20, '合同、公司与竞争。', 'Contracts, companies and competition.'),
	('01a1e412-f036-73f1-b3f4-a6d93ba4f7b1', 'ENG201', '商务英语', 'Business English', 20, '邮件、会议与谈判。', 'E-mail, meetings and negotiations.'),
	('01a1e412-f036-7a22-b278-498df1c094d2', 'OPS301', '运营管理', 'Operations Management', 25, '流程、库存与供应链。', 'Processes, stock and supply chains.'),
	('01a1e412-f038-7705-b807-1a3ffcfa5b6b', 'HRM301', '人力资源管理', 'Human Resource Management', 20, '招聘、培养与激励。', 'Hiring, developing and motivating.'),
	('01a1e412-f038-7dbb-be1f-5c393f8d6739', 'BDA301', '商业数据分析', 'Business Data Analytics', 30, '从问题到看板。', 'From a question to a dashboard.');
INSERT INTO public.course_group VALUES
	('01a1e412-f03e-7cf9-967b-03c1422bd94a', '01a1e412-f024-75f4-96d4-dc94668d5a29', '2026-spring', 'ACC101-1', '基础会计 01 班', 'Principles of Accounting, group 1'),
	('01a1e412-f03f-7b64-bdbf-2ffac29ced6f', '01a1e412-f02a-71a4-a694-908b0dfae7b3', '2026-spring', 'ECO101-1', '微观经济学 01 班', 'Microeconomics, group 1'),
	('01a1e412-f042-78b4-ae35-099795ee61bc', '01a1e412-f02c-7a03-b137-01b87c8abb04', '2026-spring', 'MGT101-1', '管理学原理 01 班', 'Principles of Management, group 1'),
	('01a1e412-f042-7ece-a18d-5f18da217ac3', '01a1e412-f02e-7206-bb2a-59472fac65c5', '2026-spring', 'MKT201-1', '市场营销学 01 班', 'Marketing, group 1'),
	('01a1e412-f043-750b-9f40-56a121618c66', '01a1e412-f030-7d6b-a6c6-54e9f32aa2d3', '2026-spring', 'FIN201-1', '公司金融 01 班', 'Corporate Finance, group 1'),
	('01a1e412-f043-7ade-8b9d-ed694497f6dd', '01a1e412-f035-758e-8208-ef3e872ad175', '2026-spring', 'STA201-1', '商务统计 01 班', 'Business Statistics, group 1'),
	('01a1e412-f044-70f6-9e7a-1f3c9cb4d826', '01a1e412-f024-75f4-96d4-dc94668d5a29', '2026-autumn', 'ACC101-1', '基础会计 01 班', 'Principles of Accounting, group 1'),
	('01a1e412-f044-74ed-b637-70cf4a1b9bac', '01a1e412-f024-75f4-96d4-dc94668d5a29', '2026-autumn', 'ACC101-2', '基础会计 02 班', 'Principles of Accounting, group 2'),
	('01a1e412-f044-787a-bbe5-98f72187da18', '01a1e412-f02a-71a4-a694-908b0dfae7b3', '2026-autumn', 'ECO101-1', '微观经济学 01 班', 'Microeconomics, group 1'),
	('01a1e412-f044-7ba0-9c2a-f583b13cc8dd', '01a1e412-f02a-71a4-a694-908b0dfae7b3', '2026-autumn', 'ECO101-2', '微观经济学 02 班', 'Microeconomics, group 2'),
	('01a1e412-f044-7ede-bf0d-116c97db7188', '01a1e412-f02c-7a03-b137-01b87c8abb04', '2026-autumn', 'MGT101-1', '管理学原理 01 班', 'Principles of Management, group 1'),
	('01a1e412-f045-72b3-aa66-c1bd0bb4224d', '01a1e412-f036-73f1-b3f4-a6d93ba4f7b1', '2026-autumn', 'ENG201-1', '商务英语 01 班', 'Business English, group 1'),
	('01a1e412-f045-75c3-9912-02808e8bdd42', '01a1e412-f036-73f1-b3f4-a6d93ba4f7b1', '2026-autumn', 'ENG201-2', '商务英语 02 班', 'Business English, group 2'),
	('01a1e412-f045-78ea-9646-c3e7a135e1ea', '01a1e412-f02e-7206-bb2a-59472fac65c5', '2026-autumn', 'MKT201-1', '市场营销学 01 班', 'Marketing, group 1'),
	('01a1e412-f045-7c20-b65c-bd5ec0f27d65', '01a1e412-f02e-7206-bb2a-59472fac65c5', '2026-autumn', 'MKT201-2', '市场营销学 02 班', 'Marketing, group 2'),
	('01a1e412-f04c-7873-bac2-5189e971ed75', '01a1e412-f030-7d6b-a6c6-54e9f32aa2d3', '2026-autumn', 'FIN201-1', '公司金融 01 班', 'Corporate Finance, group 1'),
	('01a1e412-f04c-7c02-98ac-00f33fc13032', '01a1e412-f030-7d6b-a6c6-54e9f32aa2d3', '2026-autumn', 'FIN201-2', '公司金融 02 班', 'Corporate Finance, group 2'),
	('01a1e412-f04c-7f15-ac72-1ac64714df05', '01a1e412-f035-758e-8208-ef3e872ad175', '2026-autumn', 'STA201-1', '商务统计 01 班', 'Business Statistics, group 1'),
	('01a1e412-f04d-72e6-9582-a1876138ab3d', '01a1e412-f035-758e-8208-ef3e872ad175', '2026-autumn', 'STA201-2', '商务统计 02 班', 'Business Statistics, group 2'),
	('01a1e412-f04d-75f2-b71f-0ebca4180f8a', '01a1e412-f02a-7e51-a00e-5a970b45d0f4', '2026-autumn', 'ECO102-1', '宏观经济学 01 班', 'Macroeconomics, group 1'),
	('01a1e412-f04d-7909-8ab5-1581f45774b1', '01a1e412-f035-7c6d-a9d9-a430f04ff695', '2026-autumn', 'LAW201-1', '经济法 01 班', 'Business Law, group 1'),
	('01a1e412-f04d-7be7-bcde-e1a209ba0f28', '01a1e412-f036-7a22-b278-498df1c094d2', '2026-autumn', 'OPS301-1', '运营管理 01 班', 'Operations Management, group 1'),
	('01a1e412-f04d-7f1c-a80a-8d29cd8d63f8', '01a1e412-f038-7705-b807-1a3ffcfa5b6b', '2026-autumn', 'HRM301-1', '人力资源管理 01 班', 'Human Resource Management, group 1'),
	('01a1e412-f04e-7348-a7a8-843d371cd955', '01a1e412-f038-7dbb-be1f-5c393f8d6739', '2026-autumn', 'BDA301-1', '商业数据分析 01 班', 'Business Data Analytics, group 1');
INSERT INTO public.course_teacher VALUES
	('01a1e412-f024-75f4-96d4-dc94668d5a29', '01a1e412-f01c-72f5-8f49-f5e27b55390a', 1),
	('01a1e412-f02a-71a4-a694-908b0dfae7b3', '01a1e412-f01d-77a0-b372-206f592e6db0', 1),
	('01a1e412-f02a-7e51-a00e-5a970b45d0f4', '01a1e412-f01d-77a0-b372-206f592e6db0', 1),
	('01a1e412-f02a-7e51-a00e-5a970b45d0f4', '01a1e412-f01e-7310-bc21-8e7341c5aa04', 2),
	('01a1e412-f02c-7a03-b137-01b87c8abb04', '01a1e412-f01e-7310-bc21-8e7341c5aa04', 1),
	('01a1e412-f02e-7206-bb2a-59472fac65c5', '01a1e412-f01d-71df-b91f-cf47a96b76fe', 1),
	('01a1e412-f02e-7206-bb2a-59472fac65c5', '01a1e412-f021-738e-a802-5fbb7c37b441', 2),
	('01a1e412-f030-7d6b-a6c6-54e9f32aa2d3', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 1),
	('01a1e412-f035-758e-8208-ef3e872ad175', '01a1e412-f01d-7cd7-b929-735a09559884', 1),
	('01a1e412-f035-7c6d-a9d9-a430f04ff695', '01a1e412-f020-7a02-8e13-7e9e0ef9e86b', 1),
	('01a1e412-f036-73f1-b3f4-a6d93ba4f7b1', '01a1e412-f021-79a5-a2f4-c77bab233f51', 1),
	('01a1e412-f036-7a22-b278-498df1c094d2', '01a1e412-f021-7686-8579-31757664eb0f', 1),
	('01a1e412-f038-7705-b807-1a3ffcfa5b6b', '01a1e412-f021-738e-a802-5fbb7c37b441', 1),
	('01a1e412-f038-7dbb-be1f-5c393f8d6739', '01a1e412-f01d-7cd7-b929-735a09559884', 1),
	('01a1e412-f038-7dbb-be1f-5c393f8d6739', '01a1e412-f021-7686-8579-31757664eb0f', 2);
INSERT INTO public.credential VALUES
	('01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', 'last-six', '$first$6e9HCPZbosKSQhTlfhR0DgCO469PqvoFcDsPkQK4CZU', 1794827808860, 0, '', '\x', '\x', 0),
	('01a1e412-f062-701d-b723-a9e16d7d64d8', 'last-six', '$first$WOWJpgmxmqxzcPMoot2BBRY5FOnggGIb7ZfTRA/PAos', 1794827808866, 0, '', '\x', '\x', 0),
	('01a1e412-f582-71d5-94ac-fb8caeea4d84', 'own', '$argon2id$v=19$m=19456,t=2,p=1$ZHJkds6tQJMYkTcZUYGUfg$7Np8mmfaRoC8wEol8soaMnvNMvzQNtBn80Nbb3MK0P4', 1794827810178, 0, '', '\x', '\x', 0);
INSERT INTO public.day_mapping VALUES
	('01a1e412-f56c-7905-b14e-78428fa3edc7', '2026-autumn', '2026-11-01', false, 3, 5, '补校庆日周五的课', 1790038800000, 0, 64),
	('01a1e412-f56e-7339-a29c-b93d8c7b0d41', '2026-autumn', '2026-11-28', false, 8, 4, '补运动会周四的课', 1794466800000, 0, 65);
INSERT INTO public.enrolment VALUES
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f03e-7cf9-967b-03c1422bd94a', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f03e-7cf9-967b-03c1422bd94a', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f03f-7b64-bdbf-2ffac29ced6f', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f03f-7b64-bdbf-2ffac29ced6f', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f042-78b4-ae35-099795ee61bc', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f042-78b4-ae35-099795ee61bc', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f045-78ea-9646-c3e7a135e1ea', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f045-78ea-9646-c3e7a135e1ea', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04c-7873-bac2-5189e971ed75', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f04c-7873-bac2-5189e971ed75', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04c-7f15-ac72-1ac64714df05', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f04c-7f15-ac72-1ac64714df05', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04d-75f2-b71f-0ebca4180f8a', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f04d-75f2-b71f-0ebca4180f8a', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04d-7909-8ab5-1581f45774b1', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f04d-7909-8ab5-1581f45774b1', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04d-7f1c-a80a-8d29cd8d63f8', 'confirmed', 1794827809833),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f04d-7f1c-a80a-8d29cd8d63f8', 'confirmed', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04e-7348-a7a8-843d371cd955', 'pending', 1794827809833),
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f04d-7be7-bcde-e1a209ba0f28', 'dropped', 1794827809833);
INSERT INTO public.holiday VALUES
	('01a1e412-f565-7a61-a933-a4101b469f62', '校庆日', 'Founders'' Day', '2026-10-30', '2026-10-30', 1790038800000, 0, 61),
	('01a1e412-f566-7d38-b5e6-0efb0a600041', '校运动会', 'Sports Days', '2026-12-03', '2026-12-04', 1790038800000, 0, 62),
	('01a1e412-f568-711f-acf5-962d628595a7', '文化节', 'Culture Day', '2026-06-10', '2026-06-10', 1790038800000, 0, 63);
INSERT INTO public.lesson VALUES
	('01a1e412-f55a-7314-a191-6aec183a0a91', '01a1e412-f02e-7206-bb2a-59472fac65c5', 1, '营销是什么', 'What marketing is', '', '', true, true, 1794827810138, 1794827810138),
	('01a1e412-f55b-7ace-babb-c328283e8356', '01a1e412-f02e-7206-bb2a-59472fac65c5', 2, '认识顾客', 'Know the customer', '01a1e412-f045-78ea-9646-c3e7a135e1ea', '01a1e412-f533-7477-a9d0-5bb7126d20b4.5', true, false, 1794827810139, 1794827810139),
	('01a1e412-f562-78d5-bb7a-ec234eee6d3b', '01a1e412-f02e-7206-bb2a-59472fac65c5', 3, '定价', 'Pricing', '', '', true, false, 1794827810146, 1794827810146),
	('01a1e412-f563-78d8-b39b-141ae9a3aac8', '01a1e412-f02e-7206-bb2a-59472fac65c5', 4, '渠道', 'Channels', '', '', false, false, 1794827810147, 1794827810147),
	('01a1e412-f564-7749-9932-1ad6c6f25122', '01a1e412-f035-758e-8208-ef3e872ad175', 1, '平均数会骗人吗', 'Can an average lie?', '01a1e412-f04c-7f15-ac72-1ac64714df05', '01a1e412-f543-7857-9f55-4614e5ba830c.5', true, false, 1794827810148, 1794827810148);
INSERT INTO public.meeting VALUES
	('01a1e412-f509-7785-a0b1-7ec51452786a', '01a1e412-f03e-7cf9-967b-03c1422bd94a', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'north', 'north-hall', '01a1e412-f01c-72f5-8f49-f5e27b55390a', 0, 0),
	('01a1e412-f510-7983-9040-2e0442e5ce54', '01a1e412-f03f-7b64-bdbf-2ffac29ced6f', 'class', 2, 3, 4, '00:00', '00:00', '1-16', 'north', 'north-hall', '01a1e412-f01d-77a0-b372-206f592e6db0', 0, 0),
	('01a1e412-f513-73e5-9c3c-ac51db609ad7', '01a1e412-f042-78b4-ae35-099795ee61bc', 'class', 3, 5, 6, '00:00', '00:00', '1-15 odd', 'north', 'north-hall', '01a1e412-f01e-7310-bc21-8e7341c5aa04', 0, 0),
	('01a1e412-f515-7b2d-822d-eefdc5cfd586', '01a1e412-f042-7ece-a18d-5f18da217ac3', 'class', 1, 5, 6, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-hall', '01a1e412-f01d-71df-b91f-cf47a96b76fe', 0, 0),
	('01a1e412-f519-7efb-ae3d-679006147597', '01a1e412-f043-750b-9f40-56a121618c66', 'class', 2, 1, 2, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-hall', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f520-7f18-a667-f306815130cc', '01a1e412-f043-7ade-8b9d-ed694497f6dd', 'class', 4, 3, 4, '00:00', '00:00', '1-12', 'lakeside', 'lakeside-hall', '01a1e412-f01d-7cd7-b929-735a09559884', 0, 0),
	('01a1e412-f523-70d4-9bb4-816a4b2eee90', '01a1e412-f044-70f6-9e7a-1f3c9cb4d826', 'class', 1, 3, 4, '00:00', '00:00', '1-16', 'north', 'north-B204', '01a1e412-f01c-72f5-8f49-f5e27b55390a', 0, 0),
	('01a1e412-f523-70d6-a32e-49ca743e8685', '01a1e412-f044-70f6-9e7a-1f3c9cb4d826', 'class', 3, 1, 2, '00:00', '00:00', '2-16 even', 'north', 'north-B204', '01a1e412-f01c-72f5-8f49-f5e27b55390a', 0, 0),
	('01a1e412-f524-7e4c-8e9c-6437f5512af4', '01a1e412-f044-74ed-b637-70cf4a1b9bac', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-202', '01a1e412-f01c-72f5-8f49-f5e27b55390a', 0, 0),
	('01a1e412-f524-7e4f-809b-b17e04f82d1f', '01a1e412-f044-74ed-b637-70cf4a1b9bac', 'class', 3, 3, 4, '00:00', '00:00', '2-16 even', 'lakeside', 'lakeside-202', '01a1e412-f01c-72f5-8f49-f5e27b55390a', 0, 0),
	('01a1e412-f526-7bcb-8d29-67b56aec0d05', '01a1e412-f044-787a-bbe5-98f72187da18', 'class', 2, 5, 6, '00:00', '00:00', '1-16', 'north', 'north-A101', '01a1e412-f01d-77a0-b372-206f592e6db0', 0, 0),
	('01a1e412-f528-75bd-b5fe-8b8f216f1b02', '01a1e412-f044-7ba0-9c2a-f583b13cc8dd', 'class', 4, 5, 6, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-301', '01a1e412-f01d-77a0-b372-206f592e6db0', 0, 0),
	('01a1e412-f52a-74af-b5c5-8d74c0b172d4', '01a1e412-f044-7ede-bf0d-116c97db7188', 'class', 5, 5, 6, '00:00', '00:00', '1-15', 'lakeside', 'lakeside-hall', '01a1e412-f01e-7310-bc21-8e7341c5aa04', 0, 0),
	('01a1e412-f52d-75a5-9578-05a2709cc7da', '01a1e412-f045-72b3-aa66-c1bd0bb4224d', 'class', 2, 1, 2, '00:00', '00:00', '1-16', 'north', 'north-A102', '01a1e412-f021-79a5-a2f4-c77bab233f51', 0, 0),
	('01a1e412-f52d-75a7-bfac-6430614ad463', '01a1e412-f045-72b3-aa66-c1bd0bb4224d', 'class', 5, 1, 2, '00:00', '00:00', '1-15 odd', 'north', 'north-A102', '01a1e412-f021-79a5-a2f4-c77bab233f51', 0, 0),
	('01a1e412-f531-735c-b0a4-f37fd51390c0', '01a1e412-f045-75c3-9912-02808e8bdd42', 'class', 2, 3, 4, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-301', '01a1e412-f021-79a5-a2f4-c77bab233f51', 0, 0),
	('01a1e412-f531-735e-aaaf-97185eee5ab2', '01a1e412-f045-75c3-9912-02808e8bdd42', 'class', 5, 3, 4, '00:00', '00:00', '1-15 odd', 'lakeside', 'lakeside-301', '01a1e412-f021-79a5-a2f4-c77bab233f51', 0, 0),
	('01a1e412-f533-7477-a9d0-5bb7126d20b4', '01a1e412-f045-78ea-9646-c3e7a135e1ea', 'class', 1, 1, 2, '00:00', '00:00', '1-16', 'north', 'north-A101', '01a1e412-f01d-71df-b91f-cf47a96b76fe', 0, 0),
	('01a1e412-f533-747a-9ab4-7be010191e02', '01a1e412-f045-78ea-9646-c3e7a135e1ea', 'class', 3, 3, 4, '00:00', '00:00', '1-15 odd', 'north', 'north-A102', '01a1e412-f01d-71df-b91f-cf47a96b76fe', 0, 0),
	('01a1e412-f533-747b-abe2-036b0d34b924', '01a1e412-f045-78ea-9646-c3e7a135e1ea', 'exam', 1, 0, 0, '09:00', '11:00', '17', 'north', 'north-hall', '01a1e412-f01d-71df-b91f-cf47a96b76fe', 0, 0),
	('01a1e412-f53a-7f2e-aec2-7a53ce033e87', '01a1e412-f045-7c20-b65c-bd5ec0f27d65', 'class', 2, 1, 2, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-101', '01a1e412-f021-738e-a802-5fbb7c37b441', 0, 0),
	('01a1e412-f53a-7f32-ae8d-ef7d211d3432', '01a1e412-f045-7c20-b65c-bd5ec0f27d65', 'class', 4, 3, 4, '00:00', '00:00', '1-15 odd', 'lakeside', 'lakeside-101', '01a1e412-f021-738e-a802-5fbb7c37b441', 0, 0),
	('01a1e412-f53a-7f33-bb71-127921be43de', '01a1e412-f045-7c20-b65c-bd5ec0f27d65', 'exam', 1, 0, 0, '09:00', '11:00', '17', 'lakeside', 'lakeside-hall', '01a1e412-f021-738e-a802-5fbb7c37b441', 0, 0),
	('01a1e412-f53d-7376-8e2c-f171daa54c18', '01a1e412-f04c-7873-bac2-5189e971ed75', 'class', 2, 3, 4, '00:00', '00:00', '1-16', 'north', 'north-A203', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f53d-7379-8545-ac5956e59215', '01a1e412-f04c-7873-bac2-5189e971ed75', 'class', 4, 1, 2, '00:00', '00:00', '2-16 even', 'north', 'north-A203', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f53d-737a-915f-875c76f97261', '01a1e412-f04c-7873-bac2-5189e971ed75', 'exam', 5, 0, 0, '09:00', '11:00', '17', 'north', 'north-hall', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f541-7882-a34e-7913372ac1c1', '01a1e412-f04c-7c02-98ac-00f33fc13032', 'class', 3, 1, 2, '00:00', '00:00', '1-16', 'lakeside', 'lakeside-102', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f541-7885-ade5-2da55b02654e', '01a1e412-f04c-7c02-98ac-00f33fc13032', 'class', 5, 3, 4, '00:00', '00:00', '2-16 even', 'lakeside', 'lakeside-102', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f541-7886-ad8a-815b7f9fe488', '01a1e412-f04c-7c02-98ac-00f33fc13032', 'exam', 5, 0, 0, '09:00', '11:00', '17', 'lakeside', 'lakeside-hall', '01a1e412-f021-703b-9fcb-3dee0bb31b98', 0, 0),
	('01a1e412-f543-7857-9f55-4614e5ba830c', '01a1e412-f04c-7f15-ac72-1ac64714df05', 'class', 3, 5, 6, '00:00', '00:00', '1-12', 'north', 'north-A305', '01a1e412-f01d-7cd7-b929-735a09559884', 0, 0),
	('01a1e412-f543-785a-a83f-242d5d0af97c', '01a1e412-f04c-7f15-ac72-1ac64714df05', 'class', 5, 1, 2, '00:00', '00:00', '2,4,6-10', 'north', 'north-lab', '01a1e412-f01d-7cd7-b929-735a09559884', 0, 0),
	('01a1e412-f543-785b-94ee-ba995bd9acbc', '01a1e412-f04c-7f15-ac72-1ac64714df05', 'exam', 2, 0, 0, '09:00', '10:30', '18', 'north', 'north-lab', '01a1e412-f01d-7cd7-b929-735a09559884', 0, 0),
	('01a1e412-f547-7b22-849b-6ba69adcb41f', '01a1e412-f04d-72e6-9582-a1876138ab3d', 'class', 1, 3, 4, '00:00', '00:00', '1-12', 'lakeside', 'lakeside-201', '01a1e412-f01d-7cd7-b929-735a09559884', 0, 0),
	('01a1e412-f547-7b25-9cb2-176bf57f1b1a', '01a1e412-f04d-72e6-9582-a1876138ab3d', 'class', 3, 7, 8, '00:00', '00:00', '2,4,6-10', 'lakeside', 'lakeside-201', '01a1e412-f01d-7cd7-b929-735a09559884', 0, 0),
	('01a1e412-f54a-795c-ab88-af358976f693', '01a1e412-f04d-75f2-b71f-0ebca4180f8a', 'class', 1, 5, 6, '00:00', '00:00', '1-16', 'north', 'north-hall', '01a1e412-f01d-77a0-b372-206f592e6db0', 0, 0),
	('01a1e412-f54a-795f-a875-a4ba230c74c1', '01a1e412-f04d-75f2-b71f-0ebca4180f8a', 'exam', 3, 0, 0, '14:00', '16:00', '17', 'north', 'north-hall', '01a1e412-f01d-77a0-b372-206f592e6db0', 0, 0),
	('01a1e412-f54d-7150-afd4-0795c8070593', '01a1e412-f04d-7909-8ab5-1581f45774b1', 'class', 4, 6, 7, '00:00', '00:00', '1-10', 'north', 'north-hall', '01a1e412-f020-7a02-8e13-7e9e0ef9e86b', 0, 0),
	('01a1e412-f54d-7153-a6c8-77d6d99ccc94', '01a1e412-f04d-7909-8ab5-1581f45774b1', 'class', 2, 0, 0, '19:00', '20:30', '11-12', 'north', '', '01a1e412-f020-7a02-8e13-7e9e0ef9e86b', 0, 0),
	('01a1e412-f54d-7154-9ce1-dd1474e34d48', '01a1e412-f04d-7909-8ab5-1581f45774b1', 'exam', 4, 0, 0, '14:00', '15:30', '18', 'north', 'north-hall', '01a1e412-f020-7a02-8e13-7e9e0ef9e86b', 0, 0),
	('01a1e412-f552-7c2b-ae50-df83c31f8206', '01a1e412-f04d-7be7-bcde-e1a209ba0f28', 'class', 1, 7, 8, '00:00', '00:00', '1-14', 'north', 'north-B110', '01a1e412-f021-7686-8579-31757664eb0f', 0, 0),
	('01a1e412-f554-77dd-956e-e99a544e0d3d', '01a1e412-f04d-7f1c-a80a-8d29cd8d63f8', 'class', 4, 5, 6, '00:00', '00:00', '3-14', 'north', 'north-B110', '01a1e412-f021-738e-a802-5fbb7c37b441', 0, 0),
	('01a1e412-f556-72b5-b387-8e62ecf72775', '01a1e412-f04e-7348-a7a8-843d371cd955', 'class', 3, 7, 8, '00:00', '00:00', '1-8,10-16', 'north', 'north-lab', '01a1e412-f021-7686-8579-31757664eb0f', 0, 0);
INSERT INTO public.message VALUES
	('01a1e412-f57f-77a0-926b-81544f307348', 'notice', 2, '欢迎使用学生端', 'Welcome to the student portal', '教务处', 'Registrar', '课表、学籍信息和课程回放都在这里。课表有调整时，你会在这里收到消息。', 'Your timetable, your record and recorded lectures live here. When a class changes, a message tells you.', 'bell', '/student/timetable', 'all', '', false, '', 'system', 1793099810175, 0, 0),
	('01a1e412-f580-7701-b67a-8014e9a463f8', 'notice', 3, '期中考试纪律，请确认收到', 'Rules for the mid-term exams: please acknowledge', '教务处', 'Registrar', '考试须携带学生证，手机须关机并放入指定区域。请阅读后点击“收到”。', 'Bring your student card; phones are switched off and left where you are told. Read this, then press “Got it”.', 'exam', '', 'all', '', true, '', 'system', 1794655010176, 0, 0),
	('01a1e412-f580-7a4d-a74f-ee9c2873ebdb', 'notice', 0, '营销策划大赛开始报名', 'Enter the marketing contest', '工商管理学院', 'School of Business Administration', '三至五人一队，第九周周五截止。', 'Teams of three to five; entries close on Friday of week 9.', 'flag', '', 'programme', 'MKT', false, '', 'system', 1794395810176, 0, 0),
	('01a1e412-f580-7d55-b2f2-36103768ad31', 'message', 0, '下周请带笔记本电脑', 'Bring a laptop next week', '郑雅文', 'Zheng Yawen', '周五在数据实验室练习回归分析。', 'On Friday we practise regression in the data lab.', 'T004', '/student/timetable', 'group', '01a1e412-f04c-7f15-ac72-1ac64714df05', false, '', 'system', 1794734210176, 0, 0),
	('01a1e412-f581-70d5-90f4-571435b39fb5', 'message', 0, '停课：市场营销学，下周一第 1–2 节', 'Cancelled: Marketing, next Monday, periods 1–2', '课表变动', 'Timetable', '教师出差，本次停课。', 'The teacher is travelling; this class is not held.', 'cancelled', '/student/timetable', 'group', '01a1e412-f045-78ea-9646-c3e7a135e1ea', false, '', 'system', 1794766610177, 0, 0),
	('01a1e412-f581-735e-bde3-6573b56c39c1', 'message', 0, '调课：公司金融，本周二改至周五', 'Moved: Corporate Finance, from Tuesday to Friday this week', '课表变动', 'Timetable', '周五第 5–6 节，明德楼 B204。', 'Friday, periods 5–6, Mingde Hall B204.', 'moved', '/student/timetable', 'group', '01a1e412-f04c-7873-bac2-5189e971ed75', false, '', 'system', 1794658610177, 0, 0),
	('01a1e412-f581-7639-a10c-c42f0fcbf710', 'notice', 0, '校运动会调休安排', 'Make-up day for the Sports Days', '教务处', 'Registrar', '第八周周四、周五停课；第七周周六补第八周周四的课。', 'No classes on Thursday and Friday of week 8; Saturday of week 7 follows the Thursday of week 8.', 'calendar', '/student/timetable', 'all', '', false, '', 'system', 1794482210177, 0, 0),
	('01a1e412-f581-77f7-b038-972118065a26', 'message', 0, '第五周的回放已上传', 'The recording of week 5 is online', '何静', 'He Jing', '请在下次课前看完案例部分。', 'Please watch the case before the next class.', 'T002', '/student/watch', 'group', '01a1e412-f045-78ea-9646-c3e7a135e1ea', false, '', 'system', 1794136610177, 0, 0),
	('01a1e412-f581-79c0-b04b-03334972523a', 'message', 0, '关于你的案例报告', 'About your case report', '何静', 'He Jing', '结构清楚，数据来源请补充。', 'Well structured; please name your sources.', 'T002', '', 'student', '01a1e412-f059-71a0-bb77-6f7b0472108e', false, '', 'system', 1794568610177, 0, 0),
	('01a1e412-f581-7b75-8c93-b93195a5601a', 'todo', 2, '补全学籍信息', 'Complete your record', '学生事务办公室', 'Student office', '籍贯和紧急联系人还是空的，只需填写一次。', 'Native place and emergency contact are empty; you fill them in once.', 'id', '/student/userinfo', 'student', '01a1e412-f059-71a0-bb77-6f7b0472108e', false, '', 'system', 1794482210177, 0, 0),
	('01a1e412-f581-7d47-a892-c72da8040a91', 'todo', 3, '核对已修学分', 'Check your credits', '教务处', 'Registrar', '如有出入，请在第八周前联系教务处。', 'If they are wrong, tell the registrar before week 8.', 'check', '/student/userinfo', 'all', '', false, '', 'system', 1794806210177, 0, 0),
	('01a1e412-f657-73a7-8898-5828d2c70c74', 'message', 0, '回放上线：市场营销学，认识顾客', 'Recording: Marketing, Know the customer', '课程回放', 'Recordings', '', '', 'recording', '/student/watch?lesson=01a1e412-f55b-7ace-babb-c328283e8356', 'group', '01a1e412-f045-78ea-9646-c3e7a135e1ea', false, 'course.recording:01a1e412-f55b-7ace-babb-c328283e8356', 'system', 1794827810391, 0, 0),
	('01a1e412-f688-7140-8281-dfd0993f2011', 'message', 0, '回放上线：商务统计，平均数会骗人吗', 'Recording: Business Statistics, Can an average lie?', '课程回放', 'Recordings', '', '', 'recording', '/student/watch?lesson=01a1e412-f564-7749-9932-1ad6c6f25122', 'group', '01a1e412-f04c-7f15-ac72-1ac64714df05', false, 'course.recording:01a1e412-f564-7749-9932-1ad6c6f25122', 'system', 1794827810440, 0, 0);
INSERT INTO public.message_read VALUES
	('01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', '01a1e412-f57f-77a0-926b-81544f307348', 1794787200000, 0),
	('01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', '01a1e412-f581-7639-a10c-c42f0fcbf710', 1794787200000, 0),
	('01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', '01a1e412-f580-7701-b67a-8014e9a463f8', 1794787200000, 0),
	('01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', '01a1e412-f581-7d47-a892-c72da8040a91', 1794787200000, 0);
INSERT INTO public.note VALUES
	('note-of-the-release', '01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f55a-7314-a191-6aec183a0a91', 12500, '四个 P', 1794787200000, 1794787200000);
INSERT INTO public.period VALUES
	('north-2025-summer', 1, '08:00', '08:45'),
	('north-2025-summer', 2, '08:55', '09:40'),
	('north-2025-summer', 3, '10:00', '10:45'),
	('north-2025-summer', 4, '10:55', '11:40'),
	('north-2025-summer', 5, '14:00', '14:45'),
	('north-2025-summer', 6, '14:55', '15:40'),
	('north-2025-summer', 7, '16:00', '16:45'),
	('north-2025-summer', 8, '16:55', '17:40'),
	('north-2025-summer', 9, '19:00', '19:45'),
	('north-2025-summer', 10, '19:55', '20:40'),
	('north-2025-winter', 1, '08:00', '08:45'),
	('north-2025-winter', 2, '08:55', '09:40'),
	('north-2025-winter', 3, '10:00', '10:45'),
	('north-2025-winter', 4, '10:55', '11:40'),
	('north-2025-winter', 5, '13:30', '14:15'),
	('north-2025-winter', 6, '14:25', '15:10'),
	('north-2025-winter', 7, '15:30', '16:15'),
	('north-2025-winter', 8, '16:25', '17:10'),
	('north-2025-winter', 9, '18:30', '19:15'),
	('north-2025-winter', 10, '19:25', '20:10'),
	('lakeside-2025-summer', 1, '08:30', '09:15'),
	('lakeside-2025-summer', 2, '09:20', '10:05'),
	('lakeside-2025-summer', 3, '10:25', '11:10'),
	('lakeside-2025-summer', 4, '11:15', '12:00'),
	('lakeside-2025-summer', 5, '14:20', '15:05'),
	('lakeside-2025-summer', 6, '15:10', '15:55'),
	('lakeside-2025-summer', 7, '16:15', '17:00'),
	('lakeside-2025-summer', 8, '17:05', '17:50'),
	('lakeside-2025-summer', 9, '19:10', '19:55'),
	('lakeside-2025-winter', 1, '08:30', '09:15'),
	('lakeside-2025-winter', 2, '09:20', '10:05'),
	('lakeside-2025-winter', 3, '10:25', '11:10'),
	('lakeside-2025-winter', 4, '11:15', '12:00'),
	('lakeside-2025-winter', 5, '13:50', '14:35'),
	('lakeside-2025-winter', 6, '14:40', '15:25'),
	('lakeside-2025-winter', 7, '15:45', '16:30'),
	('lakeside-2025-winter', 8, '16:35', '17:20'),
	('lakeside-2025-winter', 9, '18:40', '19:25'),
	('north-2026-summer', 1, '08:00', '08:45'),
	('north-2026-summer', 2, '08:55', '09:40'),
	('north-2026-summer', 3, '10:00', '10:45'),
	('north-2026-summer', 4, '10:55', '11:40'),
	('north-2026-summer', 5, '14:00', '14:45'),
	('north-2026-summer', 6, '14:55', '15:40'),
	('north-2026-summer', 7, '16:00', '16:45'),
	('north-2026-summer', 8, '16:55', '17:40'),
	('north-2026-summer', 9, '19:00', '19:45'),
	('north-2026-summer', 10, '19:55', '20:40'),
	('north-2026-winter', 1, '08:00', '08:45'),
	('north-2026-winter', 2, '08:55', '09:40'),
	('north-2026-winter', 3, '10:00', '10:45'),
	('north-2026-winter', 4, '10:55', '11:40'),
	('north-2026-winter', 5, '13:30', '14:15'),
	('north-2026-winter', 6, '14:25', '15:10'),
	('north-2026-winter', 7, '15:30', '16:15'),
	('north-2026-winter', 8, '16:25', '17:10'),
	('north-2026-winter', 9, '18:30', '19:15'),
	('north-2026-winter', 10, '19:25', '20:10'),
	('lakeside-2026-summer', 1, '08:30', '09:15'),
	('lakeside-2026-summer', 2, '09:20', '10:05'),
	('lakeside-2026-summer', 3, '10:25', '11:10'),
	('lakeside-2026-summer', 4, '11:15', '12:00'),
	('lakeside-2026-summer', 5, '14:20', '15:05'),
	('lakeside-2026-summer', 6, '15:10', '15:55'),
	('lakeside-2026-summer', 7, '16:15', '17:00'),
	('lakeside-2026-summer', 8, '17:05', '17:50'),
	('lakeside-2026-summer', 9, '19:10', '19:55'),
	('lakeside-2026-winter', 1, '08:30', '09:15'),
	('lakeside-2026-winter', 2, '09:20', '10:05'),
	('lakeside-2026-winter', 3, '10:25', '11:10'),
	('lakeside-2026-winter', 4, '11:15', '12:00'),
	('lakeside-2026-winter', 5, '13:50', '14:35'),
	('lakeside-2026-winter', 6, '14:40', '15:25'),
	('lakeside-2026-winter', 7, '15:45', '16:30'),
	('lakeside-2026-winter', 8, '16:35', '17:20'),
	('lakeside-2026-winter', 9, '18:40', '19:25'),
	('north-2027-summer', 1, '08:00', '08:45'),
	('north-2027-summer', 2, '08:55', '09:40'),
	('north-2027-summer', 3, '10:00', '10:45'),
	('north-2027-summer', 4, '10:55', '11:40'),
	('north-2027-summer', 5, '14:00', '14:45'),
	('north-2027-summer', 6, '14:55', '15:40'),
	('north-2027-summer', 7, '16:00', '16:45'),
	('north-2027-summer', 8, '16:55', '17:40'),
	('north-2027-summer', 9, '19:00', '19:45'),
	('north-2027-summer', 10, '19:55', '20:40'),
	('north-2027-winter', 1, '08:00', '08:45'),
	('north-2027-winter', 2, '08:55', '09:40'),
	('north-2027-winter', 3, '10:00', '10:45'),
	('north-2027-winter', 4, '10:55', '11:40'),
	('north-2027-winter', 5, '13:30', '14:15'),
	('north-2027-winter', 6, '14:25', '15:10'),
	('north-2027-winter', 7, '15:30', '16:15'),
	('north-2027-winter', 8, '16:25', '17:10'),
	('north-2027-winter', 9, '18:30', '19:15'),
	('north-2027-winter', 10, '19:25', '20:10'),
	('lakeside-2027-summer', 1, '08:30', '09:15'),
	('lakeside-2027-summer', 2, '09:20', '10:05'),
	('lakeside-2027-summer', 3, '10:25', '11:10'),
	('lakeside-2027-summer', 4, '11:15', '12:00');
INSERT INTO public.period VALUES
	('lakeside-2027-summer', 5, '14:20', '15:05'),
	('lakeside-2027-summer', 6, '15:10', '15:55'),
	('lakeside-2027-summer', 7, '16:15', '17:00'),
	('lakeside-2027-summer', 8, '17:05', '17:50'),
	('lakeside-2027-summer', 9, '19:10', '19:55'),
	('lakeside-2027-winter', 1, '08:30', '09:15'),
	('lakeside-2027-winter', 2, '09:20', '10:05'),
	('lakeside-2027-winter', 3, '10:25', '11:10'),
	('lakeside-2027-winter', 4, '11:15', '12:00'),
	('lakeside-2027-winter', 5, '13:50', '14:35'),
	('lakeside-2027-winter', 6, '14:40', '15:25'),
	('lakeside-2027-winter', 7, '15:45', '16:30'),
	('lakeside-2027-winter', 8, '16:35', '17:20'),
	('lakeside-2027-winter', 9, '18:40', '19:25');
INSERT INTO public.period_scheme VALUES
	('north-2025-summer', 'north', '2025-05-01', '2025-09-30', 0, 0),
	('north-2025-winter', 'north', '2025-10-01', '2026-04-30', 0, 0),
	('lakeside-2025-summer', 'lakeside', '2025-05-01', '2025-09-30', 0, 0),
	('lakeside-2025-winter', 'lakeside', '2025-10-01', '2026-04-30', 0, 0),
	('north-2026-summer', 'north', '2026-05-01', '2026-09-30', 0, 0),
	('north-2026-winter', 'north', '2026-10-01', '2027-04-30', 0, 0),
	('lakeside-2026-summer', 'lakeside', '2026-05-01', '2026-09-30', 0, 0),
	('lakeside-2026-winter', 'lakeside', '2026-10-01', '2027-04-30', 0, 0),
	('north-2027-summer', 'north', '2027-05-01', '2027-09-30', 0, 0),
	('north-2027-winter', 'north', '2027-10-01', '2028-04-30', 0, 0),
	('lakeside-2027-summer', 'lakeside', '2027-05-01', '2027-09-30', 0, 0),
	('lakeside-2027-winter', 'lakeside', '2027-10-01', '2028-04-30', 0, 0);
INSERT INTO public.programme VALUES
	('MKT', '市场营销', 'Marketing', '工商管理学院', 'School of Business Administration'),
	('ACC', '会计学', 'Accounting', '会计学院', 'School of Accounting'),
	('FIN', '金融学', 'Finance', '金融学院', 'School of Finance'),
	('BDA', '商务数据分析', 'Business Analytics', '商务信息学院', 'School of Business Information');
INSERT INTO public.progress VALUES
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f02e-7206-bb2a-59472fac65c5', 42, 1794787200000, 0, false);
INSERT INTO public.revision VALUES
	('college', 16),
	('01a1e412-f03e-7cf9-967b-03c1422bd94a', 35),
	('01a1e412-f03f-7b64-bdbf-2ffac29ced6f', 36),
	('01a1e412-f042-78b4-ae35-099795ee61bc', 37),
	('01a1e412-f042-7ece-a18d-5f18da217ac3', 38),
	('01a1e412-f043-750b-9f40-56a121618c66', 39),
	('01a1e412-f043-7ade-8b9d-ed694497f6dd', 40),
	('01a1e412-f044-70f6-9e7a-1f3c9cb4d826', 41),
	('01a1e412-f044-74ed-b637-70cf4a1b9bac', 42),
	('01a1e412-f044-787a-bbe5-98f72187da18', 43),
	('01a1e412-f044-7ba0-9c2a-f583b13cc8dd', 44),
	('01a1e412-f044-7ede-bf0d-116c97db7188', 45),
	('01a1e412-f045-72b3-aa66-c1bd0bb4224d', 46),
	('01a1e412-f045-75c3-9912-02808e8bdd42', 47),
	('01a1e412-f045-7c20-b65c-bd5ec0f27d65', 49),
	('01a1e412-f04c-7c02-98ac-00f33fc13032', 51),
	('01a1e412-f04d-72e6-9582-a1876138ab3d', 53),
	('01a1e412-f04d-7909-8ab5-1581f45774b1', 55),
	('01a1e412-f04d-7be7-bcde-e1a209ba0f28', 56),
	('01a1e412-f04d-7f1c-a80a-8d29cd8d63f8', 57),
	('01a1e412-f04e-7348-a7a8-843d371cd955', 58),
	('2026-spring', 63),
	('2026-autumn', 65),
	('01a1e412-f045-78ea-9646-c3e7a135e1ea', 66),
	('01a1e412-f04c-7873-bac2-5189e971ed75', 67),
	('01a1e412-f04d-75f2-b71f-0ebca4180f8a', 68),
	('', 69),
	('01a1e412-f04c-7f15-ac72-1ac64714df05', 69);
INSERT INTO public.room VALUES
	('north-A101', 'north', '明德楼 A101', 'Mingde Hall A101'),
	('north-A102', 'north', '明德楼 A102', 'Mingde Hall A102'),
	('north-A203', 'north', '明德楼 A203', 'Mingde Hall A203'),
	('north-A305', 'north', '明德楼 A305', 'Mingde Hall A305'),
	('north-B110', 'north', '明德楼 B110', 'Mingde Hall B110'),
	('north-B204', 'north', '明德楼 B204', 'Mingde Hall B204'),
	('north-hall', 'north', '报告厅', 'Lecture Hall'),
	('north-lab', 'north', '数据实验室', 'Data Lab'),
	('lakeside-101', 'lakeside', '湖心楼 101', 'Huxin Building 101'),
	('lakeside-102', 'lakeside', '湖心楼 102', 'Huxin Building 102'),
	('lakeside-201', 'lakeside', '湖心楼 201', 'Huxin Building 201'),
	('lakeside-202', 'lakeside', '湖心楼 202', 'Huxin Building 202'),
	('lakeside-301', 'lakeside', '湖心楼 301', 'Huxin Building 301'),
	('lakeside-hall', 'lakeside', '大礼堂', 'Great Hall');
INSERT INTO public.schema_migration VALUES
	(1, 'setting', '1ffb3a536668596b', 1794827808274),
	(2, 'job', '202489312b6f2b4a', 1794827808289),
	(3, 'audit', '3064fb24956cff09', 1794827808293),
	(4, 'account', 'f4186e345fcedfd7', 1794827808346),
	(6, 'student', '68a937404c744442', 1794827808365),
	(9, 'course', '9d4a35c2fbf5f166', 1794827808401),
	(10, 'timetable', '2f1622d03e918c93', 1794827808439),
	(11, 'calendar', 'fa7cf1ef301a60d9', 1794827808442),
	(12, 'message', '7dfc0d121a42ac04', 1794827808457),
	(14, 'roster', 'db4cf1a98da622d9', 1794827808462),
	(16, 'media', 'ce6a4cbaa233f846', 1794827808473),
	(17, 'watching', '4f38186280620138', 1794827808481),
	(18, 'push', 'af24717e484dc856', 1794827808484),
	(19, 'rule_history', '1b92a3ad778767e5', 1794827808490),
	(20, 'proof', '6a7d0d87e208db7b', 1794827808501),
	(21, 'one_email', '7eb57015995fccef', 1794827808502),
	(22, 'term_history', '8ce8147d75325875', 1794827808505);
INSERT INTO public.setting VALUES
	('keys', '39015c85'),
	('sample', '2026-11-16');
INSERT INTO public.student VALUES
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f05b-7b64-aeb0-a116ec9c7fa1', '202501001', '林晓雨', 'Lin Xiaoyu', 'female', '', '13800000001', '\x01e7919bb1f6ef0a8556240c2e4159277fb3d30792b7f2048ff6a6764562eba7796df5c000c0478429cda5a5fb90d5c6361f46', '\x01747c9d2da114e77106fdb0a0fd79cfbb71e88484efdfa1a69e70a0e35365c1', 'north', 'MKT', '市营2501', 2025, 'full-time', 'enrolled', '2029-06-30', '周明远', 455, 1600, '', '', '', 'lin.xiaoyu@stu.hengshan.example', '', '\x323032353031303031', '\xe69e97e69993e99ba8', '\x6c696e7869616f7975', 1794827808857, 1794827808863),
	('01a1e412-f05f-7e0d-b0db-4d7c9e66d8c7', '01a1e412-f062-701d-b723-a9e16d7d64d8', '202501002', '陈浩然', 'Chen Haoran', 'male', '', '13800000002', '\x01e7919bb17c1d6f4f8ff1f390d743b3654631ab243741a378f29145275df7680f0d891000179565958c3a09ca9be694b699e1', '\x832451bd531f15e443d070d71f56b806d54529f3b9e68f7438468c168cfffa6b', 'north', 'MKT', '市营2501', 2025, 'full-time', 'enrolled', '2029-06-30', '周明远', 495, 1600, '500103', '', '', 'chen.haoran@stu.hengshan.example', '', '\x323032353031303032', '\xe99988e6b5a9e784b6', '\x6368656e68616f72616e', 1794827808863, 1794827808871);
INSERT INTO public.teacher VALUES
	('01a1e412-f01c-72f5-8f49-f5e27b55390a', 'T001', '周明远', 'Zhou Mingyuan'),
	('01a1e412-f01d-71df-b91f-cf47a96b76fe', 'T002', '何静', 'He Jing'),
	('01a1e412-f01d-77a0-b372-206f592e6db0', 'T003', '孙立诚', 'Sun Licheng'),
	('01a1e412-f01d-7cd7-b929-735a09559884', 'T004', '郑雅文', 'Zheng Yawen'),
	('01a1e412-f01e-7310-bc21-8e7341c5aa04', 'T005', '马国栋', 'Ma Guodong'),
	('01a1e412-f020-7a02-8e13-7e9e0ef9e86b', 'T006', '许清', 'Xu Qing'),
	('01a1e412-f021-703b-9fcb-3dee0bb31b98', 'T007', '吴启航', 'Wu Qihang'),
	('01a1e412-f021-738e-a802-5fbb7c37b441', 'T008', '高岚', 'Gao Lan'),
	('01a1e412-f021-7686-8579-31757664eb0f', 'T009', '罗嘉树', 'Luo Jiashu'),
	('01a1e412-f021-79a5-a2f4-c77bab233f51', 'T010', 'Grace Bennett', 'Grace Bennett');
INSERT INTO public.term VALUES
	('2026-spring', '2025–2026 学年第二学期', 'Spring term 2026', '2026-04-13', 18, 0, 0),
	('2026-autumn', '2026–2027 学年第一学期', 'Autumn term 2026', '2026-10-12', 18, 0, 0);
INSERT INTO public.watched_day VALUES
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '2026-11-16', 25000);
INSERT INTO public.watching VALUES
	('01a1e412-f059-71a0-bb77-6f7b0472108e', '01a1e412-f55a-7314-a191-6aec183a0a91', '0-15000,20000-30000', 25000, 30000, 42, false, '', 1794787200000);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_phone_key UNIQUE (phone);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.calendar_feed
    ADD CONSTRAINT calendar_feed_pkey PRIMARY KEY (student_id);
ALTER TABLE ONLY public.campus
    ADD CONSTRAINT campus_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.caption
    ADD CONSTRAINT caption_pkey PRIMARY KEY (asset_id, language);
ALTER TABLE ONLY public.chapter
    ADD CONSTRAINT chapter_pkey PRIMARY KEY (asset_id, "position");
ALTER TABLE ONLY public.class_change
    ADD CONSTRAINT class_change_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.course_group
    ADD CONSTRAINT course_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.course_teacher
    ADD CONSTRAINT course_teacher_pkey PRIMARY KEY (course_id, teacher_id);
ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.day_mapping
    ADD CONSTRAINT day_mapping_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (hash, account_id);
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_pkey PRIMARY KEY (student_id, group_id);
ALTER TABLE ONLY public.holiday
    ADD CONSTRAINT holiday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import_step
    ADD CONSTRAINT import_step_pkey PRIMARY KEY (import_id, seq);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lesson
    ADD CONSTRAINT lesson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.live_source
    ADD CONSTRAINT live_source_pkey PRIMARY KEY (class_id);
ALTER TABLE ONLY public.meeting_past
    ADD CONSTRAINT meeting_past_pkey PRIMARY KEY (id, revision);
ALTER TABLE ONLY public.meeting
    ADD CONSTRAINT meeting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.message_read
    ADD CONSTRAINT message_read_pkey PRIMARY KEY (account_id, message_id);
ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.period_past
    ADD CONSTRAINT period_past_pkey PRIMARY KEY (scheme_id, revision, number);
ALTER TABLE ONLY public.period
    ADD CONSTRAINT period_pkey PRIMARY KEY (scheme_id, number);
ALTER TABLE ONLY public.period_scheme
    ADD CONSTRAINT period_scheme_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.programme
    ADD CONSTRAINT programme_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.progress
    ADD CONSTRAINT progress_pkey PRIMARY KEY (student_id, course_id);
ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint);
ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, hash);
ALTER TABLE ONLY public.revision
    ADD CONSTRAINT revision_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.student
    ADD CONSTRAINT student_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.teacher
    ADD CONSTRAINT teacher_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.term_past
    ADD CONSTRAINT term_past_pkey PRIMARY KEY (term_id, revision);
ALTER TABLE ONLY public.term
    ADD CONSTRAINT term_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (bucket);
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.watch_clock
    ADD CONSTRAINT watch_clock_pkey PRIMARY KEY (student_id);
ALTER TABLE ONLY public.watched_day
    ADD CONSTRAINT watched_day_pkey PRIMARY KEY (student_id, day);
ALTER TABLE ONLY public.watching
    ADD CONSTRAINT watching_pkey PRIMARY KEY (student_id, lesson_id);
CREATE INDEX account_name ON public.account USING btree (name, id);
CREATE UNIQUE INDEX account_student ON public.account USING btree (student_id) WHERE (student_id <> ''::text);
CREATE UNIQUE INDEX asset_current ON public.asset USING btree (lesson_id) WHERE current;
CREATE INDEX asset_lesson ON public.asset USING btree (lesson_id, created_at, id);
CREATE INDEX attachment_lesson ON public.attachment USING btree (lesson_id, created_at, id);
CREATE INDEX audit_object ON public.audit USING btree (object, seq);
CREATE UNIQUE INDEX calendar_feed_secret ON public.calendar_feed USING btree (secret_hash);
CREATE INDEX class_change_group ON public.class_change USING btree (group_id, published_at);
CREATE INDEX class_change_room ON public.class_change USING btree (room_id);
CREATE INDEX class_change_teacher ON public.class_change USING btree (teacher_id);
CREATE UNIQUE INDEX course_code ON public.course USING btree (code);
CREATE UNIQUE INDEX course_group_code ON public.course_group USING btree (term_id, code);
CREATE INDEX course_group_course ON public.course_group USING btree (course_id);
CREATE INDEX course_teacher_teacher ON public.course_teacher USING btree (teacher_id);
CREATE INDEX day_mapping_term ON public.day_mapping USING btree (term_id, date);
CREATE INDEX enrolment_group ON public.enrolment USING btree (group_id, state, student_id);
CREATE INDEX holiday_dates ON public.holiday USING btree (to_date, from_date);
CREATE INDEX import_at ON public.import USING btree (at, id);
CREATE INDEX job_due ON public.job USING btree (due_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX job_state ON public.job USING btree (state, id);
CREATE UNIQUE INDEX job_unique_key ON public.job USING btree (kind, unique_key) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX lesson_course ON public.lesson USING btree (course_id, "position", id);
CREATE INDEX lesson_group ON public.lesson USING btree (group_id) WHERE (class_id <> ''::text);
CREATE INDEX live_source_group ON public.live_source USING btree (group_id);
CREATE INDEX meeting_group ON public.meeting USING btree (group_id);
CREATE INDEX meeting_past_group ON public.meeting_past USING btree (group_id, until);
CREATE INDEX meeting_room ON public.meeting USING btree (room_id);
CREATE INDEX meeting_teacher ON public.meeting USING btree (teacher_id);
CREATE INDEX message_read_message ON public.message_read USING btree (message_id);
CREATE INDEX message_sent ON public.message USING btree (sent_at, id);
CREATE INDEX message_target ON public.message USING btree (audience, target, sent_at);
CREATE UNIQUE INDEX message_topic ON public.message USING btree (topic) WHERE ((topic <> ''::text) AND (withdrawn_at = 0));
CREATE INDEX note_lesson ON public.note USING btree (student_id, lesson_id, at_ms, id);
CREATE INDEX push_subscription_account ON public.push_subscription USING btree (account_id, updated_at);
CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session_id);
CREATE UNIQUE INDEX room_name ON public.room USING btree (campus_id, name);
CREATE INDEX session_account ON public.session USING btree (account_id, ended_at);
CREATE INDEX session_changed ON public.session USING btree (changed_at);
CREATE INDEX session_device ON public.session USING btree (device_hash);
CREATE UNIQUE INDEX student_account ON public.student USING btree (account_id) WHERE (account_id <> ''::text);
CREATE INDEX student_latin ON public.student USING btree (latin_key);
CREATE INDEX student_name ON public.student USING btree (name_key);
CREATE UNIQUE INDEX student_national_id ON public.student USING btree (national_id_index) WHERE (national_id_index IS NOT NULL);
CREATE UNIQUE INDEX student_number ON public.student USING btree (number_key);
CREATE UNIQUE INDEX student_phone ON public.student USING btree (phone) WHERE (phone <> ''::text);
CREATE INDEX student_programme ON public.student USING btree (programme_code, class);
CREATE INDEX teacher_name ON public.teacher USING btree (name);
CREATE UNIQUE INDEX teacher_number ON public.teacher USING btree (number) WHERE (number <> ''::text);
CREATE INDEX throttle_forget ON public.throttle USING btree (forget_at);
CREATE INDEX upload_expires ON public.upload USING btree (expires_at);
CREATE INDEX watching_lesson ON public.watching USING btree (lesson_id);
ALTER TABLE ONLY public.caption
    ADD CONSTRAINT caption_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES public.asset(id);
ALTER TABLE ONLY public.chapter
    ADD CONSTRAINT chapter_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES public.asset(id);
ALTER TABLE ONLY public.course_group
    ADD CONSTRAINT course_group_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.course_teacher
    ADD CONSTRAINT course_teacher_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.course_teacher
    ADD CONSTRAINT course_teacher_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES public.teacher(id);
ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.day_mapping
    ADD CONSTRAINT day_mapping_term_id_fkey FOREIGN KEY (term_id) REFERENCES public.term(id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.enrolment
    ADD CONSTRAINT enrolment_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.course_group(id);
ALTER TABLE ONLY public.import_step
    ADD CONSTRAINT import_step_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.import(id);
ALTER TABLE ONLY public.lesson
    ADD CONSTRAINT lesson_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.message_read
    ADD CONSTRAINT message_read_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id);
ALTER TABLE ONLY public.period_scheme
    ADD CONSTRAINT period_scheme_campus_id_fkey FOREIGN KEY (campus_id) REFERENCES public.campus(id);
ALTER TABLE ONLY public.period
    ADD CONSTRAINT period_scheme_id_fkey FOREIGN KEY (scheme_id) REFERENCES public.period_scheme(id);
ALTER TABLE ONLY public.progress
    ADD CONSTRAINT progress_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_campus_id_fkey FOREIGN KEY (campus_id) REFERENCES public.campus(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id);
